import { useState } from 'react';
import { formatMoney } from '../../lib/format.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Actions } from '../../ui/layout/Toolbar.tsx';
import { CheckRun } from './CheckRun.tsx';
import { OutcomeDialog } from './OutcomeDialog.tsx';
import { type ShownRun, useStatePayoutOutcomeMutation } from './payoutsApi.ts';
import { ReportDialog } from './ReportDialog.tsx';
import { runCount } from './runState.tsx';

/** A run that may have been paid before the system went back: its outcome is to be stated. */
export function UnknownRun({ run }: { run: ShownRun }) {
  const [dialog, setDialog] = useState<'outcome' | 'report' | null>(null);
  const [state, { error, isLoading }] = useCommand(useStatePayoutOutcomeMutation());
  const close = () => setDialog(null);
  const asked = run.atPaypal ? ' PayPal is asked for its answer.' : '';
  return (
    <>
      <Banner
        tone="error"
        text={`The system went back to before this run was booked. It may have been paid. Nothing pays it again until its outcome is known.${asked}`}
      />
      {run.needsApproval && <CheckRun run={run} />}
      <Actions>
        {!run.needsApproval && (
          <Button variant="primary" onClick={() => setDialog('outcome')}>
            State the outcome
          </Button>
        )}
        <Button onClick={() => setDialog('report')}>Upload a report</Button>
      </Actions>
      {dialog === 'report' && <ReportDialog runId={run.id} onClose={close} />}
      {dialog === 'outcome' && (
        <OutcomeDialog
          about={`${formatMoney(run.amount)} in ${runCount(run.count)}`}
          state={(stated) => state({ id: run.id, body: { ...stated, editBase: run.position } })}
          error={error}
          isBusy={isLoading}
          onClose={close}
        />
      )}
    </>
  );
}
