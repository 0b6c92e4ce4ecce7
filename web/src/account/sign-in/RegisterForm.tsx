import { registerChecks } from '../../session/forms/formChecks.ts';
import { pageRefusals } from '@framelift/contracts/page-refusals';
import type { RegisterBody } from '@framelift/contracts';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { bodyProblem } from '../../session/forms/bodyProblem.ts';
import { useBodyForm } from '../../session/forms/useBodyForm.ts';
import { wayBack } from '../../session/wayBack.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Faint } from '../../ui/layout/Text.tsx';
import { Form } from '../../ui/lists/Form.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useRegisterMutation } from './signInApi.ts';
import { useBeginSession } from './useBeginSession.ts';
import { useCommand } from '../../session/api/useCommand.ts';

/** How long the success message shows before the dashboard opens (docs/product.md#registration-and-login). */
const REDIRECT_MS = 2000;

export function RegisterForm() {
  const [register, { isLoading }] = useCommand(useRegisterMutation());
  const [destination, setDestination] = useState<string | null>(null);
  const begin = useBeginSession();
  const navigate = useNavigate();

  useEffect(() => {
    if (!destination) return;
    const timer = setTimeout(() => void navigate(destination), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [destination, navigate]);

  const { problem, form } = useBodyForm<RegisterBody & { confirmation: string }>({
    check: ({ confirmation, ...body }) =>
      bodyProblem(registerChecks, body, { password: () => body.password !== confirmation && pageRefusals.passwordsDiffer }),
    send: async ({ username, email, password }) => {
      const { data, error } = await register({ username, email, password });
      if (error) return { error };
      begin(data);
      setDestination(wayBack.of(data.affiliate));
      return {};
    },
    failure: 'Registration failed',
  });

  return (
    // Our own texts in our own order, so the browser's validation stays out of the way.
    <Form {...form} noValidate>
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
