import type { AccountView, RecoveryCodesView } from '@framelift/contracts';
import { Smartphone } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../session/api/api.ts';
import { useCommand } from '../session/api/useCommand.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { Actions } from '../ui/layout/Toolbar.tsx';
import { Confirm } from '../ui/dialogs/Confirm.tsx';
import { useConfirmed } from '../session/screens/useConfirmed.tsx';
import styles from './account.module.css';
import { useBeginTotpMutation, useRenewRecoveryCodesMutation, useTurnTotpOffMutation } from './accountApi.ts';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';
import { Section } from './Section.tsx';
import { TotpSetupDialog } from './TotpSetupDialog.tsx';
import { useToast } from '../ui/layout/Toaster.tsx';

type Open = 'setup' | 'turnOff' | RecoveryCodesView | null;

/** Few enough to get new ones. */
const FEW = 3;

export function TotpSection({ account }: { account: AccountView }) {
  const toast = useToast();
  const [open, setOpen] = useState<Open>(null);
  const [begin, beginning] = useCommand(useBeginTotpMutation());
  const [turnOff] = useCommand(useTurnTotpOffMutation());
  const [renew] = useCommand(useRenewRecoveryCodesMutation());
  const { confirmed, passwordDialog } = useConfirmed();
  const close = () => setOpen(null);

  /** Does it and, unless it was refused, goes on. */
  const doing = async <T,>(action: () => PromiseLike<{ data?: T; error?: unknown }>, next: (data: T) => void) => {
    const { data, error } = await confirmed(action);
    if (error) toast.error(errorText(error, 'An error occurred'));
    else next(data as T);
  };
  const turnedOff = () => toast.success('Two-factor sign-in is off.');

  return (
    <Section
      icon={<Smartphone aria-hidden />}
      title="Two-factor sign-in"
      mark={account.totp ? <Badge tone="green">On</Badge> : <Badge>Off</Badge>}
      lead={
        account.totp
          ? 'You sign in with your password and a code from your authenticator app.'
          : 'Add a code from an authenticator app, so a stolen password isn’t enough to sign in.'
      }
    >
      {account.totp && <RecoveryCodesLeft left={account.recoveryCodesLeft} />}
      <Actions>
        {account.totp ? (
          <>
            <Button onClick={() => doing(renew, setOpen)}>New Recovery Codes</Button>
            <Button variant="danger" onClick={() => setOpen('turnOff')}>
              Turn Off
            </Button>
          </>
        ) : (
          <Button disabled={beginning.isLoading} onClick={() => doing(begin, () => setOpen('setup'))}>
            Set Up
          </Button>
        )}
      </Actions>
      {open === 'setup' && beginning.data && <TotpSetupDialog totp={beginning.data} onClose={close} onCodes={setOpen} />}
      {open === 'turnOff' && (
        <Confirm
          title="Turn Off Two-Factor Sign-In"
          question="Your password alone will be enough to sign in, and your recovery codes stop working."
          action="Turn Off"
          onConfirm={() => {
            close();
            void doing(turnOff, turnedOff);
          }}
          onCancel={close}
        />
      )}
      {open && typeof open === 'object' && <RecoveryCodesDialog codes={open.recoveryCodes} onClose={close} />}
      {passwordDialog}
    </Section>
  );
}

function RecoveryCodesLeft({ left }: { left: number }) {
  return (
    <p className={left <= FEW ? styles.few : styles.left}>
      {left === 0 ? 'No recovery codes left.' : `${left} recovery ${left === 1 ? 'code is' : 'codes are'} left.`}
      {left <= FEW && ' Create new ones before you need them.'}
    </p>
  );
}
