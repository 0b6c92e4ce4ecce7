import type { AdminAffiliateView } from '@framelift/contracts';
import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { CopyField } from '../../ui/CopyField.tsx';
import { Soft } from '../../ui/layout/Text.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/Dialog.tsx';
import { useConfirmed } from '../../session/screens/useConfirmed.tsx';
import { useMakePasswordLinkMutation } from '../adminApi.ts';

/** For an affiliate who forgot the password: a link to pass on, shown once. */
export function PasswordLinkDialog({ affiliate: { id, username }, onClose }: { affiliate: AdminAffiliateView; onClose: () => void }) {
  const [make, { data, error, isLoading }] = useCommand(useMakePasswordLinkMutation());
  const { confirmed, passwordDialog } = useConfirmed();
  return (
    <Dialog
      title={`Password link for ${username}`}
      description="This link sets a new password. It works once, for 30 minutes, and ends every session; two-factor sign-in stays on. Creating another link cancels it."
      onClose={onClose}
    >
      {error && <Banner tone="error" text={errorText(error, 'Failed to create the link')} />}
      {data && (
        <>
          <CopyField label="Password link" value={data.link} copied="Copied!" />
          <Soft>
            Good until {new Date(data.expiresAt).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })}. It is shown only
            once: send it to {username} over a channel you know is theirs.
          </Soft>
        </>
      )}
      <DialogActions>
        <Button onClick={onClose}>{data ? 'Done' : 'Cancel'}</Button>
        {!data && (
          <Button variant="primary" disabled={isLoading} onClick={() => void confirmed(() => make(id))}>
            {isLoading ? 'Creating...' : 'Create link'}
          </Button>
        )}
      </DialogActions>
      {passwordDialog}
    </Dialog>
  );
}
