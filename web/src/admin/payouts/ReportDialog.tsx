import { type ChangeEvent, useState } from 'react';
import { errorText } from '../../session/api/api.ts';
import { formatCount } from '../../lib/format.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/Dialog.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Facts } from '../../ui/layout/Facts.tsx';
import { useReadPayoutReportMutation } from './payoutsApi.ts';
import styles from './payouts.module.css';

/** Reads what the payer says became of each payment. The same file again changes nothing. */
export function ReportDialog({ runId, onClose }: { runId: string; onClose: () => void }) {
  const [read, { data, error, isLoading }] = useReadPayoutReportMutation();
  const [name, setName] = useState('');
  const choose = async ({ target: { files } }: ChangeEvent<HTMLInputElement>) => {
    const file = files?.[0];
    if (!file) return;
    setName(file.name);
    await read({ id: runId, report: await file.text() });
  };
  return (
    <Dialog
      title="Payer’s report"
      description="A CSV file with the id of each cashout and its status, as PayPal gives it. What failed or came back goes into the balance again."
      onClose={onClose}
    >
      {error && <Banner tone="error" text={errorText(error, 'Failed to read the report')} />}
      <TextField label="Report (CSV)" type="file" accept=".csv,text/csv,text/plain" disabled={isLoading} onChange={choose} />
      {data && (
        <section aria-live="polite" aria-label={`What ${name} says`}>
          <Facts
            as="rows"
            facts={[
              ['Arrived', formatCount(data.completed)],
              ['Not claimed yet', formatCount(data.unclaimed)],
              ['Failed or came back', formatCount(data.returned)],
              ['Known already', formatCount(data.unchanged)],
              ['Rows that fit nothing', formatCount(data.problems.length)],
            ]}
          />
          {data.problems.length > 0 && (
            <ul className={styles.problems}>
              {data.problems.map(({ row, what }) => (
                <li key={row}>
                  Row {row}: {what}
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}
