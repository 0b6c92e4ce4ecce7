import type { AttentionItemView, AttentionKind, AttentionView } from '@framelift/contracts';
import { formatAge, formatCount, formatMoment, formatMoney } from '../lib/format.ts';
import { adminPath } from '../lib/paths.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { Faint, Soft } from '../ui/layout/Text.tsx';
import { TitledCard } from '../ui/layout/TitledCard.tsx';
import { ATTENTION_EVERY_MS, useAttentionQuery } from './attentionApi.ts';
import styles from './NeedsYou.module.css';

interface Row {
  one: string;
  many: string;
  /** The place where it is done, and what is done there. Without one an operator does it. */
  to?: string;
  action?: string;
}

const rows: Record<AttentionKind, Row> = {
  cashouts: { one: 'open cashout', many: 'open cashouts', to: adminPath('cashouts'), action: 'Pay' },
  unknownPayments: {
    one: 'payment with an unknown outcome',
    many: 'payments with an unknown outcome',
    to: adminPath('payouts'),
    action: 'State the outcome',
  },
  unmatchedPayments: {
    one: 'payment at PayPal that no payout run has',
    many: 'payments at PayPal that no payout run has',
    to: adminPath('payouts'),
    action: 'Look',
  },
  payouts: {
    one: 'payout run that PayPal never confirmed',
    many: 'payout runs that PayPal never confirmed',
    to: adminPath('payouts'),
    action: 'Decide',
  },
  alarms: { one: 'alarm', many: 'alarms', to: adminPath('review'), action: 'Review' },
  missingSales: { one: 'missing sale', many: 'missing sales', to: adminPath('sales', undefined, { status: 'missing' }), action: 'Answer' },
  webhooks: { one: 'failing webhook', many: 'failing webhooks', to: adminPath('integrations'), action: 'Check' },
  mails: { one: 'mail that cannot be sent: check the mail server', many: 'mails that cannot be sent: check the mail server' },
  parkedEvents: { one: 'parked event', many: 'parked events', to: adminPath('read-models'), action: 'Decide' },
  backups: { one: 'system without a proved backup', many: 'systems without a proved backup', to: adminPath('backups'), action: 'Look' },
  archive: {
    one: 'archive behind by more than a minute',
    many: 'archives behind by more than a minute',
    to: adminPath('backups'),
    action: 'Look',
  },
  witnesses: { one: 'log that no witness has signed for a day', many: 'logs that no witness has signed for a day' },
  witnessRefusals: { one: 'witness that has seen another history', many: 'witnesses that have seen another history' },
  lostEvents: { one: 'loss of events in the database', many: 'losses of events in the database', to: adminPath('events'), action: 'Look' },
};

/** What waits for an admin, oldest first; without anything, when the books were last verified. */
export function NeedsYou() {
  const { data, fulfilledTimeStamp = 0 } = useAttentionQuery(undefined, { pollingInterval: ATTENTION_EVERY_MS });
  if (!data) return null;
  return (
    <TitledCard title="Needs you">
      {data.items.length === 0 && <Soft>Nothing needs you. {verified(data)}</Soft>}
      {data.items.length > 0 && (
        <ul className={styles.rows}>
          {data.items.map((item) => (
            <Waiting key={item.kind} item={item} now={fulfilledTimeStamp} />
          ))}
        </ul>
      )}
    </TitledCard>
  );
}

function Waiting({ item: { kind, count, amountCents, oldestAt, says }, now }: { item: AttentionItemView; now: number }) {
  const { one, many, to, action } = rows[kind];
  const what = `${formatCount(count)} ${count === 1 ? one : many}`;
  return (
    <li className={styles.row}>
      <span className={styles.what}>
        {what}
        {says && <Faint as="span"> {says}</Faint>}
      </span>
      <span className={styles.amount}>{amountCents === null ? '' : formatMoney(amountCents / 100)}</span>
      <time className={styles.age} dateTime={oldestAt} title={formatMoment(oldestAt)}>
        {count === 1 ? '' : 'oldest '}
        {formatAge(oldestAt, now)}
      </time>
      {to && (
        <ButtonLink to={to} size="small" aria-label={`${action}: ${what}`}>
          {action}
        </ButtonLink>
      )}
    </li>
  );
}

const verified = ({ verifiedAt, verifiedRows, differingRows }: AttentionView): string =>
  verifiedAt
    ? `Books verified ${formatMoment(verifiedAt)}: ${formatCount(verifiedRows ?? 0)} rows, ${formatCount(differingRows ?? 0)} differ.`
    : 'The books have not been verified yet.';
