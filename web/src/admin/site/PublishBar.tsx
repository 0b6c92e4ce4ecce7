import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { StickyBar } from '../ChosenBar.tsx';
import { DraftsPreview } from './DraftsPreview.tsx';
import { countOf, PublishDialog } from './PublishDialog.tsx';
import type { SectionView } from './siteApi.ts';

/** What is not published yet, and the way to publish all of it at once. `isWaiting`: the last change is on its way to the drafts. */
export function PublishBar({ sections, isWaiting = false }: { sections: readonly SectionView[]; isWaiting?: boolean }) {
  const [opened, setOpened] = useState<'preview' | 'publish'>();
  const drafted = sections.filter(({ draft }) => draft);
  if (!drafted.length) return null;
  const close = () => setOpened(undefined);
  return (
    <StickyBar text={`${countOf(drafted.length)} not published`}>
      <Button size="small" onClick={() => setOpened('preview')}>
        Preview
      </Button>
      <Button size="small" variant="primary" disabled={isWaiting} onClick={() => setOpened('publish')}>
        Publish all
      </Button>
      {opened === 'preview' && <DraftsPreview sections={drafted} onClose={close} />}
      {opened === 'publish' && <PublishDialog sections={drafted} onClose={close} />}
    </StickyBar>
  );
}
