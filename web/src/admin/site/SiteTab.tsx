import type { SiteView } from '@framelift/contracts';
import { useNavigate } from 'react-router';
import { adminPath } from '../../lib/paths.ts';
import { errorText } from '../../session/api/api.ts';
import { usePlace } from '../../session/shell/usePlace.ts';
import { Failed } from '../../ui/Failed.tsx';
import { SectionTitle } from '../../ui/layout/SectionTitle.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { Soft } from '../../ui/layout/Text.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { SectionForm } from './SectionForm.tsx';
import { SectionCard } from './SectionCard.tsx';
import { useSiteQuery } from './siteApi.ts';
import { SiteHistory } from './SiteHistory.tsx';

/** Drafts are no events: this is how soon one that another admin saves is seen (ms). */
const LOOK_MS = 15_000;

/** What visitors read: sections, each published or with a draft, and who changed what before. */
export function SiteTab() {
  const { data, error, isFetching, refetch } = useSiteQuery(undefined, { pollingInterval: LOOK_MS });
  if (error && !data && !isFetching) return <Failed text={errorText(error, 'Failed to fetch the site')} onRetry={refetch} />;
  if (!data) return <Loading text="Loading site..." />;
  return <Sections view={data} />;
}

function Sections({ view: { sections } }: { view: SiteView }) {
  // A form has its own address, so that a link opens it and Back closes it.
  const { part } = usePlace();
  const navigate = useNavigate();
  const edited = sections.find(({ section }) => section === part);
  const close = () => void navigate(adminPath('site'));
  if (edited) return <SectionForm key={edited.section} view={edited} onClose={close} />;
  return (
    <Stack>
      <div>
        <SectionTitle>Site</SectionTitle>
        <Soft>What visitors read. A draft is seen by admins only; publishing changes the pages within seconds.</Soft>
      </div>
      {sections.map((section) => (
        <SectionCard key={section.section} view={section} onEdit={() => void navigate(adminPath('site', section.section))} />
      ))}
      <SiteHistory sections={sections} />
    </Stack>
  );
}
