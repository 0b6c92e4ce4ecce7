import { formatMoment } from '../../lib/format.ts';
import { dashboardPath } from '../../lib/paths.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Link } from 'react-router';
import { useCheckpointQuery } from './checkpointApi.ts';
import { forgetKept } from './keptCheckpoints.ts';

/** Compares the log with what this browser was shown before, at each visit. Shows nothing as long as it continues that; dismissed, it begins with now. */
export function LogCheck() {
  const { data, refetch } = useCheckpointQuery();
  const broken = data?.compared.brokenSince;
  if (!broken) return null;
  return (
    <Banner
      tone="error"
      text={`The records no longer match those that you were shown on ${formatMoment(broken)}. Something in the past was changed.`}
      link={<Link to={`${dashboardPath('ledger')}?tab=proof`}>Download proof</Link>}
      onDismiss={() => {
        forgetKept();
        void refetch();
      }}
    />
  );
}
