import type { CashoutView, DashboardView } from '@framelift/contracts';
import { writtenWords } from '@framelift/contracts/rules';
import { payoutMethods } from '@framelift/contracts/payout-methods';
import { Wallet } from 'lucide-react';
import { formatDate, formatMoney } from '../lib/format.ts';
import { payTo } from '../lib/payment.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Empty } from '../ui/Empty.tsx';
import { AmountHead } from '../ui/layout/AmountHead.tsx';
import { Facts } from '../ui/layout/Facts.tsx';
import { SectionTitle } from '../ui/layout/SectionTitle.tsx';
import { Stack } from '../ui/layout/Stack.tsx';
import { Faint, Soft } from '../ui/layout/Text.tsx';
import { Actions, Toolbar } from '../ui/layout/Toolbar.tsx';
import { cashoutLimits, cashoutOffer } from './cashoutOffer.ts';
import styles from './CashoutsTab.module.css';

interface Props {
  view: DashboardView;
  onRequest: () => void;
  onProof: (url: string) => void;
}

export function CashoutsTab({ view, onRequest, onProof }: Props) {
  const { least } = cashoutLimits(view);
  const { toGo, isOffered } = cashoutOffer(view);
  return (
    <Stack>
      <Toolbar>
        <SectionTitle>Cashouts</SectionTitle>
        <Actions>
          {toGo > 0 && (
            <>
              <Faint as="span">{formatMoney(toGo)} to go</Faint>
              <Faint as="span">(€{least}+ required)</Faint>
            </>
          )}
          <Button variant="primary" disabled={!isOffered} onClick={onRequest}>
            Request Cashout
          </Button>
        </Actions>
      </Toolbar>
      {view.affiliate.underReview && (
        <Card>
          <Soft>Your account is under review. You can request cashouts once it is over.</Soft>
          {view.affiliate.reviewReason && <Soft>{writtenWords(view.affiliate.reviewReason, false)}</Soft>}
        </Card>
      )}
      {view.recentCashouts.length === 0 ? (
        <Card>
          <Empty icon={<Wallet />} text="No cashouts found." />
        </Card>
      ) : (
        <ul className={styles.cards}>
          {view.recentCashouts.map((cashout) => (
            <CashoutCard key={cashout.id} cashout={cashout} onProof={onProof} />
          ))}
        </ul>
      )}
    </Stack>
  );
}

/** It is or will be paid: what an admin wrote about it is a note. */
const isGood = ({ status, underReview }: CashoutView): boolean => status !== 'rejected' && status !== 'returned' && !underReview;

/** Every card has the same lines, so that cashouts compare at a glance. */
function CashoutCard({ cashout, onProof }: { cashout: CashoutView; onProof: Props['onProof'] }) {
  const { amount, status, underReview, paymentType, paymentDetails, createdAt, paidAt, reference, reason, proofImageUrl: proof } = cashout;
  const button = proof && (
    <Button size="small" onClick={() => onProof(proof)}>
      Proof Picture
    </Button>
  );
  return (
    <Card as="li" className={styles.cashout}>
      <AmountHead amount={amount} status={underReview ? 'under review' : status} />
      <Soft>
        {payoutMethods[paymentType].name} · {payTo(paymentDetails)}
      </Soft>
      <Facts
        as="pairs"
        className={styles.facts}
        facts={[
          ['Requested', formatDate(createdAt)],
          ['Paid', paidAt ? formatDate(paidAt) : '–'],
          ['Reference', reference ?? '–'],
          ['Proof', button ?? '–'],
          ...(reason ? [[isGood(cashout) ? 'Note' : 'Reason', reason] as const] : []),
        ]}
      />
    </Card>
  );
}
