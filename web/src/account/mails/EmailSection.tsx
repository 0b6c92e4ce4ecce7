import type { EmailBody, MailsView } from '@framelift/contracts';
import { AtSign } from 'lucide-react';
import { useBodyForm } from '../../session/forms/useBodyForm.ts';
import { useConfirmed } from '../../session/screens/useConfirmed.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Form } from '../../ui/lists/Form.tsx';
import styles from '../account.module.css';
import { Section } from '../Section.tsx';
import { useAskEmailMutation } from './mailsApi.ts';
import { useToast } from '../../ui/layout/Toaster.tsx';
import { useCommand } from '../../session/api/useCommand.ts';

/** Where an account is written to. Another address counts once the link sent there is opened. */
export function EmailSection({ mails: { email, confirmed, pendingEmail } }: { mails: MailsView }) {
  const toast = useToast();
  const [askEmail, { isLoading }] = useCommand(useAskEmailMutation());
  const { confirmed: withPassword, passwordDialog } = useConfirmed();
  const another = pendingEmail && pendingEmail !== email ? pendingEmail : null;
  const unconfirmed = another ?? (confirmed ? null : email);

  const ask = async (address: string) => {
    const { error } = await withPassword(() => askEmail({ email: address }));
    if (!error) toast.success(`We’ve sent a link to ${address}.`);
    return { error };
  };
  const { problem, form, send } = useBodyForm<EmailBody>({ send: ({ email }) => ask(email), clears: true });

  return (
    <Section
      icon={<AtSign aria-hidden />}
      title="E-mail"
      mark={confirmed ? <Badge tone="green">Confirmed</Badge> : <Badge tone="yellow">Not confirmed</Badge>}
      lead={
        <>
          E-mails go to <strong className={styles.address}>{email}</strong>.
        </>
      }
    >
      {problem && <Banner tone="error" text={problem} />}
      {unconfirmed && (
        <div className={styles.waiting}>
          <p>
            {another ? (
              <>
                <strong className={styles.address}>{another}</strong> takes effect once you open the link we sent there.
              </>
            ) : (
              'Open the link we sent there. E-mails about your sales start once the address is confirmed.'
            )}
          </p>
          <Button size="small" disabled={isLoading} onClick={() => send({ email: unconfirmed })}>
            Resend Link
          </Button>
        </div>
      )}
      <Form {...form}>
        <TextField
          label="New Address"
          type="email"
          name="email"
          autoComplete="email"
          hint="We’ll send a link to the new address and notify your current one. The change takes effect once you open the link."
          required
        />
        <div>
          <Button type="submit" disabled={isLoading}>
            {isLoading ? 'Sending...' : 'Change Address'}
          </Button>
        </div>
      </Form>
      {passwordDialog}
    </Section>
  );
}
