import { Suspense } from 'react';
import { errorText } from '../../session/api/api.ts';
import { usePlace } from '../../session/shell/usePlace.ts';
import { Failed } from '../../ui/Failed.tsx';
import { lazily } from '../../ui/dialogs/lazily.ts';
import { Loading } from '../../ui/Loading.tsx';
import { AllFields } from './AllFields.tsx';
import { useSiteQuery } from './siteApi.ts';

const PageEditor = lazily(() => import('./page/PageEditor.tsx').then((loaded) => loaded.PageEditor));
/** Drafts are no events: this is how soon one that another admin saves is seen (ms). */
const LOOK_MS = 15_000;

/** What visitors read: as the pages themselves, or as sections, each published or with a draft, and who changed what before. */
export function SiteTab() {
  const { data, error, isFetching, refetch, startedTimeStamp = 0 } = useSiteQuery(undefined, { pollingInterval: LOOK_MS });
  const { part } = usePlace();
  if (error && !data && !isFetching) return <Failed text={errorText(error, 'Failed to fetch the site')} onRetry={refetch} />;
  if (!data) return <Loading text="Loading site..." />;
  if (part !== undefined) return <AllFields view={data} part={part} />;
  return (
    <Suspense fallback={<Loading text="Loading site..." />}>
      <PageEditor view={data} askedAt={isFetching ? 0 : startedTimeStamp} onReload={async () => (await refetch()).data} />
    </Suspense>
  );
}
