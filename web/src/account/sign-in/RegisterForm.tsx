import { type FormEvent, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { errorText } from '../../session/api/api.ts';
import { dashboardOf } from '../../session/session.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Faint } from '../../ui/layout/Text.tsx';
import { Form } from '../../ui/lists/Form.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { type Registration, registrationProblem } from './registrationProblem.ts';
import { useRegisterMutation } from './signInApi.ts';
import { useBeginSession } from './useBeginSession.ts';

/** How long the success message stands before the dashboard opens (docs/product.md#registration-and-login). */
const REDIRECT_MS = 2000;

export function RegisterForm() {
  const [register, { isLoading }] = useRegisterMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const [destination, setDestination] = useState<string | null>(null);
  const begin = useBeginSession();
  const navigate = useNavigate();

  useEffect(() => {
    if (!destination) return;
    const timer = setTimeout(() => void navigate(destination), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [destination, navigate]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = Object.fromEntries(new FormData(event.currentTarget)) as unknown as Registration;
    const found = registrationProblem(form);
    setProblem(found);
    if (found) return;
    const { data, error } = await register({ username: form.username, email: form.email, password: form.password });
    if (error) return setProblem(errorText(error, 'Registration failed'));
    begin(data);
    setDestination(dashboardOf(data.affiliate));
  };

  return (
    // Our own texts in our own order, so the browser's validation stays out of the way.
    <Form onSubmit={submit} onChange={() => setProblem(null)} noValidate>
      {problem && <Banner tone="error" text={problem} />}
      {destination && <Banner tone="success" text="Account created successfully! Taking you to your dashboard..." />}
      <TextField label="Username" autoComplete="username" autoCapitalize="none" spellCheck={false} name="username" required />
      <TextField label="Email" type="email" autoComplete="email" name="email" required />
      <PasswordField label="Password" autoComplete="new-password" name="password" required />
      <PasswordField label="Confirm Password" autoComplete="new-password" name="confirmation" required />
      <Faint>
        By creating an account you agree to our{' '}
        <Link to={paths.tos} target="_blank">
          terms and policies
        </Link>{' '}
        and to the rules of the{' '}
        <Link to={paths.affiliate} target="_blank">
          affiliate program
        </Link>
        .
      </Faint>
      <Button type="submit" variant="primary" disabled={isLoading || destination !== null}>
        {isLoading ? 'Creating account...' : 'Create Account'}
      </Button>
    </Form>
  );
}
