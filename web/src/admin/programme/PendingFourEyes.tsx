import type { TermsHistoryView, TermsView } from '@framelift/contracts';
import { formatMoment } from '../../lib/format.ts';
import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { useConfirmed } from '../../session/screens/useConfirmed.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { Soft } from '../../ui/layout/Text.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import { Actions } from '../../ui/layout/Toolbar.tsx';
import { useApproveFourEyesMutation, useRefuseFourEyesMutation } from './termsApi.ts';
import { termsChanges } from './termsWords.ts';
import { useToast } from '../../ui/layout/Toaster.tsx';

interface Props {
  pending: NonNullable<TermsHistoryView['pendingFourEyes']>;
  /** In force. */
  terms: TermsView;
}

/** Other limits of payouts, which a second admin agrees to or refuses. */
export function PendingFourEyes({ pending: { by, requestedAt, position, ...limits }, terms }: Props) {
  const toast = useToast();
  const [approve, approving] = useCommand(useApproveFourEyesMutation());
  const [refuse, refusing] = useCommand(useRefuseFourEyesMutation());
  const { confirmed, passwordDialog } = useConfirmed();
  const error = approving.error ?? refusing.error;
  const isBusy = approving.isLoading || refusing.isLoading;
  const agree = async () => {
    const result = await confirmed(() => approve({ editBase: position }));
    if (!result.error) toast.success('Terms set successfully!');
  };
  const turnDown = async () => {
    const result = await refuse({ editBase: position });
    if (!result.error) toast.success('Change refused. The terms stay as they are.');
  };
  return (
    <TitledCard title="A change that needs two admins">
      <Stack>
        {error && <Banner tone="error" text={errorText(error, 'Failed')} />}
        <Soft>
          {`${by.username} asked for this on ${formatMoment(requestedAt)}. It applies once another admin agrees. ${termsChanges(terms, { ...terms, ...limits }).join('. ')}.`}
        </Soft>
        <Actions>
          <Button variant="primary" disabled={isBusy} onClick={() => void agree()}>
            Agree
          </Button>
          <Button disabled={isBusy} onClick={() => void turnDown()}>
            Refuse
          </Button>
        </Actions>
      </Stack>
      {passwordDialog}
    </TitledCard>
  );
}
