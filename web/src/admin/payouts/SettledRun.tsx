import type { PayoutRunView } from '@framelift/contracts';
import { useState } from 'react';
import { ProofDialog } from '../../session/screens/ProofDialog.tsx';
import { Button } from '../../ui/Button.tsx';
import { Actions } from '../../ui/layout/Toolbar.tsx';
import { ReportDialog } from './ReportDialog.tsx';

/** What became of a paid run: the payer's report of it, and the proof. */
export function SettledRun({ run }: { run: PayoutRunView }) {
  const [dialog, setDialog] = useState<'report' | 'proof' | null>(null);
  const close = () => setDialog(null);
  return (
    <Actions>
      <Button onClick={() => setDialog('report')}>Upload the payer’s report</Button>
      {run.proofImageUrl && <Button onClick={() => setDialog('proof')}>Proof Picture</Button>}
      {dialog === 'proof' && run.proofImageUrl && <ProofDialog url={run.proofImageUrl} onClose={close} />}
      {dialog === 'report' && <ReportDialog runId={run.id} onClose={close} />}
    </Actions>
  );
}
