import type { TestMailBody } from '@framelift/contracts';
import { useBodyForm } from '../session/forms/useBodyForm.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { useToast } from '../ui/layout/Toaster.tsx';
import { Form } from '../ui/lists/Form.tsx';
import { useAdminProfileQuery } from './adminApi.ts';
import { useSendTestMailMutation } from './firstRunApi.ts';
import { useCommand } from '../session/api/useCommand.ts';

/** The first admin may have an address such as admin@localhost. */
const isReachable = (email: string): boolean => /@.+\../.test(email);

/** Sends one mail and shows what the mail server says to it. */
export function TestMail({ isSandbox }: { isSandbox: boolean }) {
  const [sendTestMail, { isLoading }] = useCommand(useSendTestMailMutation());
  const { email = '' } = useAdminProfileQuery().data?.affiliate ?? {};
  const toast = useToast();
  const { problem, form } = useBodyForm<TestMailBody>({
    send: async (body) => {
      const { error } = await sendTestMail(body);
      if (!error) toast.success(isSandbox ? 'The test mail is in the sandbox mailbox.' : 'The test mail was sent.');
      return { error };
    },
    failure: 'The test mail was not sent',
  });
  return (
    <Form {...form}>
      {problem && <Banner tone="error" text={problem} />}
      <TextField label="Send to" type="email" name="email" autoComplete="email" defaultValue={isReachable(email) ? email : ''} required />
      <div>
        <Button type="submit" size="small" disabled={isLoading}>
          {isLoading ? 'Sending...' : 'Send test mail'}
        </Button>
      </div>
    </Form>
  );
}
