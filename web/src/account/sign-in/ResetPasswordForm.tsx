import { refusals } from '@framelift/contracts/rules';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { errorText } from '../../session/api/api.ts';
import { newPasswordProblem } from '../../lib/newPasswordProblem.ts';
import { paths } from '../../lib/paths.ts';
import { tokenInAddress } from '../../lib/tokenInAddress.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Form } from '../../ui/lists/Form.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useResetPasswordMutation } from './signInApi.ts';

export function ResetPasswordForm() {
  const [reset, { isLoading, isSuccess }] = useResetPasswordMutation();
  const [problem, setProblem] = useState<string | null>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { password, confirmation } = Object.fromEntries(new FormData(event.currentTarget)) as Record<'password' | 'confirmation', string>;
    const token = tokenInAddress();
    const found = token ? newPasswordProblem(password, confirmation) : refusals.passwordLinkInvalid;
    setProblem(found);
    if (found || !token) return;
    const { error } = await reset({ token, password });
    if (error) setProblem(errorText(error, 'An error occurred'));
  };

  if (isSuccess)
    return (
      <>
        <Banner tone="success" text="Your new password is set. Every other session was signed out." />
        <p>
          <Link to={paths.login}>Log in with your new password</Link>
        </p>
      </>
    );
  return (
    <Form onSubmit={submit} onChange={() => setProblem(null)} noValidate>
      {problem && <Banner tone="error" text={problem} />}
      <PasswordField label="New Password" name="password" autoComplete="new-password" required />
      <PasswordField label="Confirm New Password" name="confirmation" autoComplete="new-password" required />
      <Button type="submit" variant="primary" disabled={isLoading}>
        {isLoading ? 'Setting...' : 'Set New Password'}
      </Button>
    </Form>
  );
}
