import type { LoginBody } from '@framelift/contracts';
import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { errorText } from '../../lib/api.ts';
import { dashboardOf } from '../../lib/session.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useLoginMutation } from './signInApi.ts';
import { useBeginSession } from './useBeginSession.ts';

export function LoginForm() {
  const [login, { isLoading, error }] = useLoginMutation();
  const begin = useBeginSession();
  const navigate = useNavigate();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { data } = await login(Object.fromEntries(new FormData(event.currentTarget)) as unknown as LoginBody);
    if (!data) return;
    begin(data);
    await navigate(dashboardOf(data.affiliate));
  };

  return (
    <Form onSubmit={submit}>
      {error && <Banner tone="error" text={errorText(error, 'Login failed')} />}
      <TextField label="Username or Email" name="username" autoComplete="username" autoCapitalize="none" spellCheck={false} required />
      <PasswordField label="Password" name="password" autoComplete="current-password" required />
      <Button type="submit" variant="primary" disabled={isLoading}>
        {isLoading ? 'Logging in...' : 'Login'}
      </Button>
    </Form>
  );
}
