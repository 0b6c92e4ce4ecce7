import type { BackupsView } from '@framelift/contracts';
import { useState } from 'react';
import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { useConfirmed } from '../../session/screens/useConfirmed.tsx';
import { formatMoment } from '../../lib/format.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/Dialog.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { Soft } from '../../ui/layout/Text.tsx';
import { useBypassArchiveMutation } from './backupsApi.ts';

/** Warns that the archive cannot be written. An admin may send files, mails and webhooks without it. */
export function ArchiveNotice({ failedAt, failure, bypassedAt }: NonNullable<BackupsView['archive']>) {
  const [isAsking, setIsAsking] = useState(false);
  if (!failedAt && !bypassedAt) return null;
  const why = failedAt && `The store has not answered since ${formatMoment(failedAt)}: ${failure}`;
  return (
    <>
      {bypassedAt ? (
        <Banner
          tone="error"
          text={`Files, mails and webhooks have not waited for the archive since ${formatMoment(bypassedAt)}. They wait again once it has caught up. ${why ?? ''}`}
        />
      ) : (
        <Banner
          tone="error"
          text={`Files, mails, webhooks and payments at PayPal wait for the archive. ${why}`}
          link={
            <Button size="small" onClick={() => setIsAsking(true)}>
              Send without it
            </Button>
          }
        />
      )}
      {isAsking && !bypassedAt && <BypassDialog onClose={() => setIsAsking(false)} />}
    </>
  );
}

function BypassDialog({ onClose }: { onClose: () => void }) {
  const [bypass, { error, isLoading }] = useCommand(useBypassArchiveMutation());
  const { confirmed, passwordDialog } = useConfirmed();
  const send = async () => {
    if ((await confirmed(() => bypass())).data) onClose();
  };
  return (
    <Dialog
      title="Send without the archive?"
      description="Files, mails, webhooks and payments at PayPal leave at once, until the archive has caught up."
      onClose={onClose}
    >
      <Stack>
        <Soft>
          If this server is lost before then, a restore does not know what left: a payment could be made twice, and an invoice number given
          twice. Every admin gets a mail, and the event history shows who decided it.
        </Soft>
        {error && <Banner tone="error" text={errorText(error, 'Failed to send without the archive')} />}
      </Stack>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" disabled={isLoading} onClick={() => void send()}>
          Send without it
        </Button>
      </DialogActions>
      {passwordDialog}
    </Dialog>
  );
}
