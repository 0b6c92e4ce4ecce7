import type { GoingBackView, LeftKind } from '@framelift/contracts';
import { formatCount, formatMoney } from '../../lib/format.ts';
import { Facts } from '../../ui/layout/Facts.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { Soft } from '../../ui/layout/Text.tsx';

const labels: Record<LeftKind, string> = {
  payments: 'Completed cashouts',
  files: 'Payment files and batches',
  invoices: 'Invoices',
  mails: 'Mails sent',
  webhooks: 'Webhook events delivered',
  accounts: 'New accounts',
  erasures: 'Erasures',
  sales: 'Sales',
  cashouts: 'Requested cashouts',
};
/** These are recorded again. */
const CARRIED: readonly LeftKind[] = ['payments', 'files', 'invoices'];

/** What left since a moment, and what becomes of it. */
export function Price({ price: { events, left } }: { price: GoingBackView }) {
  const facts = (isCarried: boolean) =>
    left
      .filter(({ kind }) => CARRIED.includes(kind) === isCarried)
      .map(({ kind, count, amountCents }) => {
        const sum = amountCents === null ? '' : ` · ${formatMoney(amountCents / 100)}`;
        return [labels[kind], `${formatCount(count)}${sum}`] as const;
      });
  const [carried, withdrawn] = [facts(true), facts(false)];
  return (
    <Stack>
      <Soft>{`${formatCount(events)} ${events === 1 ? 'event' : 'events'} since then will be withdrawn.`}</Soft>
      {carried.length > 0 && (
        <>
          <Soft>Recorded again. Nothing pays a payment a second time until you state its outcome:</Soft>
          <Facts as="rows" facts={carried} />
        </>
      )}
      {withdrawn.length > 0 && (
        <>
          <Soft>Undone. Paid sales come back from your payment provider; mails and webhooks are not sent again:</Soft>
          <Facts as="rows" facts={withdrawn} />
        </>
      )}
    </Stack>
  );
}
