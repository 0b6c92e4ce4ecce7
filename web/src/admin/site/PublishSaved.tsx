import type { SiteSection } from '@framelift/contracts/site-sections';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { PublishDialog } from './PublishDialog.tsx';
import { useSiteQuery } from './siteApi.ts';

/** Beside the form that saved a draft: the way to publish it. */
export function PublishSaved({ section, onPublished }: { section: SiteSection; onPublished: () => void }) {
  const [isAsked, setAsked] = useState(false);
  const { data } = useSiteQuery();
  const saved = data?.sections.filter((one) => one.section === section && one.draft) ?? [];
  if (!saved.length) return null;
  return (
    <>
      <Button onClick={() => setAsked(true)}>Publish</Button>
      {isAsked && <PublishDialog sections={saved} onClose={() => setAsked(false)} onPublished={onPublished} />}
    </>
  );
}
