import { type ChangeEvent, useState } from 'react';
import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { formatCount } from '../../lib/format.ts';
import { textOf } from './textOf.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/Dialog.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Facts } from '../../ui/layout/Facts.tsx';
import { useReadPayoutReportMutation } from './payoutsApi.ts';
import styles from './payouts.module.css';

/** Reads what the payer says became of each payment. The same file again changes nothing. */
export function ReportDialog({ runId, onClose }: { runId: string; onClose: () => void }) {
  const [read, { data, error, isLoading }] = useCommand(useReadPayoutReportMutation());
  const [name, setName] = useState('');
  const choose = async ({ target: { files } }: ChangeEvent<HTMLInputElement>) => {
    const file = files?.[0];
    if (!file) return;
    setName(file.name);
    await read({ id: runId, report: await textOf(file) });
  };
  return (
    <Dialog
      title="Payer’s report"
      description="The CSV file from PayPal, or your bank’s file about payments (pain.002, camt.053 or camt.054). Failed and returned payments go back into the balance."
      onClose={onClose}
    >
      {error && <Banner tone="error" text={errorText(error, 'Failed to read the report')} />}
      <TextField
        label="Report (CSV or XML)"
        type="file"
        accept=".csv,.xml,text/csv,text/plain,text/xml,application/xml"
        disabled={isLoading}
        onChange={choose}
      />
      {data && (
        <section aria-live="polite" aria-label={`Results in ${name}`}>
          <Facts
            as="rows"
            facts={[
              ['Arrived', formatCount(data.completed)],
              ['Not claimed yet', formatCount(data.unclaimed)],
              ['Failed or returned', formatCount(data.returned)],
              ['Already recorded', formatCount(data.unchanged)],
              ['Rows without a match', formatCount(data.problems.length)],
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
