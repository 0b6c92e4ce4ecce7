import type { PayoutRunView } from '@framelift/contracts';
import { formatCount, formatMoney } from '../../lib/format.ts';
import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { useConfirmed } from '../../session/screens/useConfirmed.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Soft } from '../../ui/layout/Text.tsx';
import { useToast } from '../../ui/layout/Toaster.tsx';
import { Actions } from '../../ui/layout/Toolbar.tsx';
import { useAdminProfileQuery } from '../adminApi.ts';
import { asShown, type ShownRun, useApprovePayoutRunMutation } from './payoutsApi.ts';

/** What is worth a look in it, and the second admin's approval if it needs one. */
export function CheckRun({ run }: { run: ShownRun }) {
  const toast = useToast();
  const me = useAdminProfileQuery().data?.affiliate.username;
  const [approve, approving] = useCommand(useApprovePayoutRunMutation());
  const { confirmed, passwordDialog } = useConfirmed();
  const approveIt = async () => {
    const result = await confirmed(() => approve(asShown(run)));
    if (!result.error) toast.success('Payout run approved successfully!');
  };
  return (
    <>
      <Soft>{checkText(run)}</Soft>
      {run.needsApproval && (
        <Soft>{`A run of ${formatMoney(run.amount)} needs a second admin. Any admin except ${run.startedBy} can approve it.`}</Soft>
      )}
      {approving.error && <Banner tone="error" text={errorText(approving.error, 'Failed')} />}
      {run.needsApproval && me !== run.startedBy && (
        <Actions>
          <Button variant="primary" disabled={approving.isLoading} onClick={() => void approveIt()}>
            Approve run
          </Button>
        </Actions>
      )}
      {passwordDialog}
    </>
  );
}

const checkText = ({ cashouts }: PayoutRunView): string => {
  const within = cashouts.filter(({ state }) => state === 'in');
  const changed = within.filter(({ detailsChangedAt }) => detailsChangedAt).map(({ affiliate }) => affiliate.username);
  const alarmed = within.filter(({ signals }) => signals.some(({ alarm, rule }) => alarm && rule !== 'detailsChanged'));
  return [
    changed.length ? `Details changed recently: ${changed.join(', ')}.` : '',
    alarmed.length ? `Warnings: ${alarmed.map(({ affiliate }) => affiliate.username).join(', ')}.` : '',
    changed.length || alarmed.length
      ? 'Remove what should not be paid from the list below.'
      : `No alarm in ${within.length === 1 ? 'this cashout' : `these ${formatCount(within.length)} cashouts`}.`,
  ]
    .filter(Boolean)
    .join(' ');
};
