import type { FormEvent } from 'react';
import { errorText } from '../../session/api/api.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Soft } from '../../ui/layout/Text.tsx';
import { Form } from '../../ui/lists/Form.tsx';
import { useForgotPasswordMutation } from './signInApi.ts';

/** The answer tells nobody which addresses have an account. */
export function ForgotPasswordForm() {
  const [ask, { data, error, isLoading, reset }] = useForgotPasswordMutation();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    await ask({ email: String(new FormData(event.currentTarget).get('email')) });
  };

  return (
    <Form onSubmit={submit} onChange={reset}>
      {error && <Banner tone="error" text={errorText(error, 'An error occurred')} />}
      {data && (
        <>
          <Banner tone="success" text="If there is an account with this address, a link is on its way." />
          <Soft>
            It is good for 30 minutes.{' '}
            {data.mailbox ? (
              <>
                Nothing leaves this trial system: read it in the <a href={data.mailbox}>sandbox mailbox</a>.
              </>
            ) : (
              'Nothing there? Look in your spam folder, or check how you wrote the address.'
            )}
          </Soft>
        </>
      )}
      <TextField label="Email" type="email" name="email" autoComplete="email" required />
      <Button type="submit" variant="primary" disabled={isLoading}>
        {isLoading ? 'Sending...' : data ? 'Send Another Link' : 'Send the Link'}
      </Button>
    </Form>
  );
}
