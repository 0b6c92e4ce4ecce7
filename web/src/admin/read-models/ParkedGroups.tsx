import { useState } from 'react';
import { Link } from 'react-router';
import { formatCount, formatMoment } from '../../lib/format.ts';
import { adminPath } from '../../lib/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Entries, Entry } from '../../ui/layout/Entries.tsx';
import { Faint, Soft } from '../../ui/layout/Text.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import { Actions } from '../../ui/layout/Toolbar.tsx';
import { inWords } from '../event-history/eventWords.ts';
import { DecideParkedDialog, type ParkedDecision, type ParkedGroup } from './DecideParkedDialog.tsx';
import styles from './ParkedGroups.module.css';
import { useParkedQuery } from './readModelsApi.ts';

const SHOWN = 3;
const counted = (n: number, thing: string) => `${formatCount(n)} ${thing}${n === 1 ? '' : 's'}`;
const verbs = { retry: 'Retried', skip: 'Skipped' };

/** What could not be folded, by cause. */
export function ParkedGroups() {
  const { data } = useParkedQuery();
  const [pending, setPending] = useState<{ group: ParkedGroup; decision: ParkedDecision } | null>(null);
  if (!data?.groups.length) return null;
  return (
    <>
      <TitledCard title="Parked events">
        <Soft>These events could not be processed. Later events of their streams are queued behind them; everything else continues.</Soft>
        <Entries>
          {data.groups.map((group) => (
            <Group key={group.fingerprint} group={group} onAsk={(decision) => setPending({ group, decision })} />
          ))}
        </Entries>
      </TitledCard>
      {pending && <DecideParkedDialog {...pending} onClose={() => setPending(null)} />}
    </>
  );
}

function Group({ group, onAsk }: { group: ParkedGroup; onAsk: (decision: ParkedDecision) => void }) {
  const { readModel, type, error, streams, waiting, firstParkedAt, first } = group;
  const subject = `${counted(streams, 'stream')} of ${readModel}`;
  return (
    <Entry title={`${inWords(type)} in ${readModel}`}>
      <p className={styles.error}>{error}</p>
      <Soft>
        {counted(streams, 'stream')}
        {waiting > 0 && `, ${counted(waiting, 'event')} behind them`}, since {formatMoment(firstParkedAt)}
      </Soft>
      <p className={styles.events}>
        {first.slice(0, SHOWN).map(({ position }) => (
          <Link key={position} to={adminPath('events', position)}>
            Event #{formatCount(position)}
          </Link>
        ))}
        {streams > SHOWN && <Faint as="span">and {formatCount(streams - SHOWN)} more</Faint>}
      </p>
      <Actions>
        <Button size="small" aria-label={`Retry ${subject}`} onClick={() => onAsk('retry')}>
          Retry
        </Button>
        <Button size="small" variant="danger" aria-label={`Skip in ${subject}`} onClick={() => onAsk('skip')}>
          Skip
        </Button>
      </Actions>
    </Entry>
  );
}

/** What admins and operators decided about parked events. */
export function ParkedDecisions() {
  const { data } = useParkedQuery();
  if (!data?.decisions.length) return null;
  return (
    <TitledCard title="Decisions on parked events">
      <Entries>
        {data.decisions.map(({ readModel, decision, positions, position, by, reason, decidedAt }) => (
          <Entry key={`${decidedAt} ${position}`} title={`${verbs[decision]} ${counted(positions, 'event')} in ${readModel}`}>
            {reason && <Soft>{reason}</Soft>}
            <Faint>
              by {by} · {formatMoment(decidedAt)} · from event #{formatCount(position)} on
            </Faint>
          </Entry>
        ))}
      </Entries>
    </TitledCard>
  );
}
