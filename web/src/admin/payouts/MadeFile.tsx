import type { PayoutRunView } from '@framelift/contracts';
import { payoutMethods } from '@framelift/contracts/payout-methods';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { errorText } from '../../session/api/api.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/dialogs/Confirm.tsx';
import { Soft } from '../../ui/layout/Text.tsx';
import { Actions } from '../../ui/layout/Toolbar.tsx';
import { type ShownRun, useDiscardPaymentFileMutation } from './payoutsApi.ts';
import { ReportDialog } from './ReportDialog.tsx';
import { runCount } from './runState.tsx';
import { useFile } from './useFile.tsx';

interface Props {
  run: ShownRun;
  file: PayoutRunView['files'][number];
  payer: string;
  /** How the payer's answer is uploaded, where it is about the file. */
  answer?: string;
}

/** A file that was made: the same one again, or that it was not used. */
export function MadeFile({ run, file: { type, hash, count, amount, madeAt, madeBy }, payer, answer }: Props) {
  const [asks, setAsks] = useState(false);
  const [reports, setReports] = useState(false);
  const { download, isLoading, problem } = useFile(run, `payments-${type}-${run.id}.${payoutMethods[type].file.extension}`);
  const [discard, discarding] = useCommand(useDiscardPaymentFileMutation());
  const discardIt = () => {
    setAsks(false);
    void discard({ id: run.id, hash });
  };
  return (
    <>
      {problem}
      {discarding.error && <Banner tone="error" text={errorText(discarding.error, 'Failed')} />}
      <Soft>{`File made ${formatDate(madeAt)} by ${madeBy}: ${runCount(count)}, ${formatMoney(amount)}. While ${payer} may pay it, its cashouts stay in the run.`}</Soft>
      <Actions>
        <Button disabled={isLoading} onClick={() => void download(type)}>
          <Download aria-hidden />
          Download again
        </Button>
        <Button variant="ghost" disabled={discarding.isLoading} onClick={() => setAsks(true)}>
          File was not used
        </Button>
        {answer && (
          <Button variant="ghost" onClick={() => setReports(true)}>
            {answer}
          </Button>
        )}
      </Actions>
      {reports && <ReportDialog runId={run.id} onClose={() => setReports(false)} />}
      {asks && (
        <Confirm
          title="File was not used"
          question={`Make sure that ${payer} has not paid this file and that nobody will upload it. A file that is used later pays its cashouts twice.`}
          action="File was not used"
          keep="Keep file"
          onConfirm={discardIt}
          onCancel={() => setAsks(false)}
        />
      )}
    </>
  );
}
