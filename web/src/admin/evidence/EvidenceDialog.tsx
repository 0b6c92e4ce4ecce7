import type { AdminSaleView, EvidenceView } from '@framelift/contracts';
import { useState } from 'react';
import { Link } from 'react-router';
import { errorText } from '../../session/api/api.ts';
import { formatDate, formatMoney, shortened } from '../../lib/format.ts';
import { adminPath } from '../../lib/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/Dialog.tsx';
import { Facts } from '../../ui/layout/Facts.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { Table } from '../../ui/lists/Table.tsx';
import { rowLink } from '../read-models/rowAddress.ts';
import { useEvidenceQuery } from './evidenceApi.ts';
import styles from './EvidenceDialog.module.css';
import { CreditForm, ReleaseForm, ReverseForm } from './HandForm.tsx';
import { AffiliateLink } from '../AffiliateLink.tsx';
import { intentColumns } from './Intents.tsx';
import { Timeline } from './Timeline.tsx';

interface Props {
  invoice: string;
  onClose: () => void;
}

/** From visit to checkout to invoice to sale, and what an admin may decide about it. */
export function EvidenceDialog({ invoice, onClose }: Props) {
  const { data, error, isFetching, refetch } = useEvidenceQuery(invoice);
  return (
    <Dialog title={`Sale ${shortened(invoice)}`} onClose={onClose} wide>
      {shortened(invoice) !== invoice && <p className={styles.id}>{invoice}</p>}
      {error && !data && !isFetching && <Failed text={errorText(error, 'Failed to fetch the sale')} onRetry={refetch} />}
      {!data && isFetching && <Loading text="Loading evidence..." />}
      {data && <Evidence evidence={data} onClose={onClose} />}
    </Dialog>
  );
}

/** When the hold of a commission ends (ISO 8601); null: it is not on hold. */
function holdEndOf({ outcome, availableAt }: AdminSaleView): string | null {
  return outcome === 'credited' && availableAt && Date.parse(availableAt) > Date.now() ? availableAt : null;
}

/** Which rule found the affiliate. */
const foundBy = ({ attributedBy }: AdminSaleView, code: string | null): string =>
  attributedBy ? { coupon: `code ${code ?? '(erased)'}`, click: 'link', hand: 'an admin, by hand' }[attributedBy] : 'nothing';

function Evidence({
  evidence: { sale, code, customerEmail, timeline, intents },
  onClose,
}: {
  evidence: EvidenceView;
  onClose: () => void;
}) {
  const [deciding, setDeciding] = useState<'credit' | 'release' | 'reverse' | null>(null);
  const holdEnd = holdEndOf(sale);
  const facts = [
    ['Affiliate', sale.affiliate ? <AffiliateLink key="affiliate" affiliate={sale.affiliate} /> : 'none'],
    ['Found by', foundBy(sale, code)],
    ['Buyer', customerEmail ?? 'not known'],
    ['Amount', formatMoney(sale.amount)],
    ['Commission', sale.commissionAmount === null ? 'none' : formatMoney(sale.commissionAmount)],
    ...(holdEnd ? [['On hold until', formatDate(holdEnd)] as const] : []),
  ] as const;
  const form = { sale, onCancel: () => setDeciding(null), onClose };
  return (
    <>
      <Facts as="columns" facts={facts} />
      <Timeline steps={timeline} />
      {intents.length > 0 && (
        <section className={styles.near}>
          <h3 className={styles.nearTitle}>Checkouts within an hour of this sale</h3>
          <Table caption="Checkouts near this sale" columns={intentColumns} rows={intents} keyOf={({ checkoutId }) => checkoutId} />
        </section>
      )}
      {deciding === 'credit' && <CreditForm {...form} />}
      {deciding === 'release' && <ReleaseForm {...form} />}
      {deciding === 'reverse' && <ReverseForm {...form} />}
      {!deciding && (
        <DialogActions>
          <Link className={styles.log} to={adminPath('events', undefined, { stream: `checkout-${sale.transactionId}` })}>
            In the event history
          </Link>
          <Link className={styles.log} to={rowLink({ readModel: 'attribution', table: 'outcomes', key: [sale.transactionId] })}>
            Step by step
          </Link>
          {(sale.outcome === 'notCredited' || sale.outcome === 'open') && (
            <Button variant="primary" onClick={() => setDeciding('credit')}>
              Credit by hand
            </Button>
          )}
          {holdEnd && <Button onClick={() => setDeciding('release')}>Release the hold</Button>}
          {sale.outcome === 'credited' && (
            <Button variant="danger" onClick={() => setDeciding('reverse')}>
              Reverse
            </Button>
          )}
        </DialogActions>
      )}
    </>
  );
}
