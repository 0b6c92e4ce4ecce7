import type { AdminMissingSaleView, AdminSaleView } from '@framelift/contracts';
import { formatMoment } from '../../lib/format.ts';
import { errorText } from '../../session/api/api.ts';
import { Button } from '../../ui/Button.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { Entries, Entry } from '../../ui/layout/Entries.tsx';
import { Faint, Soft, WithIds } from '../../ui/layout/Text.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { useMissingSaleCandidatesQuery } from './evidenceApi.ts';
import styles from './EvidenceDialog.module.css';
import { amountOf } from './saleColumns.tsx';

interface Props {
  missing: AdminMissingSaleView;
  isBusy: boolean;
  onCredit: (transactionId: string) => void;
}

/** The checkouts that a missing sale may be, each credited by one click. */
export function LikelySales({ missing, isBusy, onCredit }: Props) {
  const { data, error, refetch } = useMissingSaleCandidatesQuery(missing.id, { refetchOnMountOrArgChange: true });
  if (error && !data) return <Failed text={errorText(error, 'Failed to fetch checkouts')} onRetry={refetch} />;
  if (!data) return <Loading text="Looking for checkouts..." />;
  return (
    <section className={styles.near}>
      <h3 className={styles.nearTitle}>Likely checkouts</h3>
      {data.sales.length === 0 ? (
        <Soft>No uncredited checkout fits this claim.</Soft>
      ) : (
        <Entries>
          {data.sales.map((sale) => (
            <Likely key={sale.transactionId} sale={sale} isBusy={isBusy} onCredit={onCredit} />
          ))}
        </Entries>
      )}
    </section>
  );
}

function Likely({ sale, isBusy, onCredit }: { sale: AdminSaleView } & Omit<Props, 'missing'>) {
  const { transactionId, timestamp, reason } = sale;
  return (
    <Entry
      title={<WithIds text={transactionId} />}
      aside={
        <Button size="small" aria-label={`Credit ${transactionId}`} disabled={isBusy} onClick={() => onCredit(transactionId)}>
          Credit
        </Button>
      }
    >
      <Faint>
        {formatMoment(timestamp)} · {amountOf(sale)}
      </Faint>
      {reason && <Faint>{reason}</Faint>}
    </Entry>
  );
}
