import { Suspense } from 'react';
import { formatCount, formatMoment } from '../lib/format.ts';
import { Banner } from '../ui/Banner.tsx';
import { lazily } from '../ui/dialogs/lazily.ts';
import { useLossesQuery } from './lossesApi.ts';

const MissingEvents = lazily(() => import('./MissingEvents.tsx').then((loaded) => loaded.MissingEvents));

/** How often a loss is looked for, ms: nothing tells of it. */
const LOOK_EVERY = 30_000;

/** Says that the database lost events, on every tab, until they are put back or an operator accepts it. */
export function LossBanner() {
  const { data } = useLossesQuery(undefined, { pollingInterval: LOOK_EVERY });
  if (data?.missing)
    return (
      <Suspense>
        <MissingEvents {...data.missing} />
      </Suspense>
    );
  const [loss] = data?.losses ?? [];
  if (!loss) return null;
  const { noticedAt, position, headPosition } = loss;
  return (
    <Banner
      tone="error"
      text={`The database lost events, noticed ${formatMoment(noticedAt)}: ${formatCount(position)} had been seen, the log ended at ${formatCount(headPosition)}. Recent decisions may be lost. To continue, an operator runs “npm run ops -- accept-loss”.`}
    />
  );
}
