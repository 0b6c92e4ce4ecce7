import type { CheckpointView } from '@framelift/contracts';
import { formatAge, formatCount, formatMoment } from '../../lib/format.ts';
import { Facts } from '../../ui/layout/Facts.tsx';
import { useCheckpointQuery } from './checkpointApi.ts';

type Witness = CheckpointView['witnesses'][number];

/** 'By 2 of 3, 14 min ago'. */
function witnessedBy(witnesses: readonly Witness[], now: number): string {
  const signed = witnesses.flatMap(({ signedAt }) => signedAt ?? []).toSorted();
  if (!witnesses.length) return 'By nobody yet';
  if (!signed.length) return `By none of ${witnesses.length}`;
  const count = signed.length === witnesses.length ? String(signed.length) : `${signed.length} of ${witnesses.length}`;
  return `By ${count}, ${formatAge(signed.at(-1)!, now)} ago`;
}

/** A sentence for admins; nothing where no witness is configured. */
export function WitnessedSentence() {
  const { data, fulfilledTimeStamp = 0 } = useCheckpointQuery();
  if (!data?.checkpoint.witnesses.length) return null;
  const [first = '', ...rest] = witnessedBy(data.checkpoint.witnesses, fulfilledTimeStamp);
  return <>{`Witnessed ${first.toLowerCase()}${rest.join('')}.`}</>;
}

/** Who else has seen the records that this account is shown. */
export function Witnessed() {
  const { data, fulfilledTimeStamp = 0 } = useCheckpointQuery();
  if (!data) return null;
  const { checkpoint, compared } = data;
  const facts = [
    ['Records', formatCount(checkpoint.size)],
    ['Witnessed', witnessedBy(checkpoint.witnesses, fulfilledTimeStamp)],
    ['Compared', compared.since ? `At each visit since ${formatMoment(compared.since)}` : 'At each visit from now on'],
    ['Key of the log', <code key="key">{checkpoint.key}</code>],
  ] as const;
  return <Facts as="pairs" facts={facts} />;
}
