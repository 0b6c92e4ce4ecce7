import type { ForgotBody } from '@framelift/contracts';
import { useBodyForm } from '../../session/forms/useBodyForm.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Soft } from '../../ui/layout/Text.tsx';
import { Form } from '../../ui/lists/Form.tsx';
import { useForgotPasswordMutation } from './signInApi.ts';
import { useCommand } from '../../session/api/useCommand.ts';

/** The answer tells nobody which addresses have an account. */
export function ForgotPasswordForm() {
  const [ask, { data, isLoading, reset }] = useCommand(useForgotPasswordMutation());

  const { problem, form } = useBodyForm<ForgotBody>({ send: ({ email }) => ask({ email }) });
  const changed = () => {
    form.onChange();
    reset();
  };

  return (
    <Form {...form} onChange={changed}>
      {problem && <Banner tone="error" text={problem} />}
      {data && (
        <>
          <Banner tone="success" text="If there is an account with this address, we’ve sent a link." />
          <Soft>
            It expires in 30 minutes.{' '}
            {data.mailbox ? (
              <>
                This is a sandbox, so no e-mail is sent. Open the <a href={data.mailbox}>sandbox mailbox</a>.
              </>
            ) : (
              'Nothing there? Check your spam folder and the spelling of the address.'
            )}
          </Soft>
        </>
      )}
      <TextField label="Email" type="email" name="email" autoComplete="email" required />
      <Button type="submit" variant="primary" disabled={isLoading}>
        {isLoading ? 'Sending...' : data ? 'Send Another Link' : 'Send Link'}
      </Button>
    </Form>
  );
}
