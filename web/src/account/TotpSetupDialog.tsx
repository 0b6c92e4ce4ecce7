import type { RecoveryCodesView, TotpCodeBody, TotpView } from '@framelift/contracts';
import { QRCodeSVG } from 'qrcode.react';
import { useBodyForm } from '../session/forms/useBodyForm.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { CodeField } from '../ui/CodeField.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Dialog, DialogActions } from '../ui/dialogs/Dialog.tsx';
import { Form } from '../ui/lists/Form.tsx';
import { useConfirmed } from '../session/screens/useConfirmed.tsx';
import styles from './account.module.css';
import { useTurnTotpOnMutation } from './accountApi.ts';
import { useCommand } from '../session/api/useCommand.ts';

interface Props {
  totp: TotpView;
  onClose: () => void;
  onCodes: (codes: RecoveryCodesView) => void;
}

/** In fours, as authenticator apps show it. */
const grouped = (secret: string): string => secret.match(/.{1,4}/g)!.join(' ');

export function TotpSetupDialog({ totp, onClose, onCodes }: Props) {
  const [turnOn, { isLoading }] = useCommand(useTurnTotpOnMutation());
  const { confirmed, passwordDialog } = useConfirmed();

  const { problem, form } = useBodyForm<TotpCodeBody>({
    send: async ({ code }) => {
      const { data, error } = await confirmed(() => turnOn({ code }));
      if (data) onCodes(data);
      return { error };
    },
  });

  return (
    <Dialog title="Set Up Two-Factor Sign-In" onClose={onClose}>
      <Form {...form}>
        <ol className={styles.steps}>
          <li>
            <p>Scan this with an authenticator app.</p>
            {/* Always dark on light: that is what cameras read. */}
            <div className={styles.code}>
              <QRCodeSVG value={totp.uri} size={176} marginSize={2} title="QR code for your authenticator app" />
            </div>
            <p className={styles.or}>Or type this key in:</p>
            <div className={styles.key}>
              <code>{grouped(totp.secret)}</code>
              <CopyButton size="small" value={totp.secret} copied="Copied!" />
            </div>
          </li>
          <li>
            <p>Enter the six digits it shows.</p>
            {problem && <Banner tone="error" text={problem} />}
            <CodeField label="Code" digitsOnly />
          </li>
        </ol>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={isLoading}>
            {isLoading ? 'Turning on...' : 'Turn On'}
          </Button>
        </DialogActions>
      </Form>
      {passwordDialog}
    </Dialog>
  );
}
