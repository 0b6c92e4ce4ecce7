import type { LoginBody } from '@framelift/contracts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { isRefusedWith } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { useBodyForm } from '../../session/forms/useBodyForm.ts';
import { wayBack } from '../../session/wayBack.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { CodeField } from '../../ui/CodeField.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Form } from '../../ui/lists/Form.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import styles from './SignInCard.module.css';
import { useLoginMutation } from './signInApi.ts';
import { useBeginSession } from './useBeginSession.ts';

/** Name and password; for accounts with two-factor sign-in a code after them. */
export function LoginForm() {
  const [login, { isLoading }] = useCommand(useLoginMutation());
  const [needsCode, setNeedsCode] = useState(false);
  const begin = useBeginSession();
  const navigate = useNavigate();

  const { problem, form } = useBodyForm<LoginBody>({
    send: async (body) => {
      const { data, error } = await login(body);
      if (isRefusedWith(error, 'codeRequired')) {
        setNeedsCode(true);
        return {};
      }
      if (!data) return { error };
      begin(data);
      await navigate(wayBack.of(data.affiliate));
      return {};
    },
    failure: 'Login failed',
  });
  const back = () => {
    setNeedsCode(false);
    form.onChange();
  };

  return (
    <Form {...form}>
      {problem && <Banner tone="error" text={problem} />}
      {/* What was entered stays while the code is asked for. */}
      <div className={styles.fields} hidden={needsCode}>
        <TextField label="Username or Email" name="username" autoComplete="username" autoCapitalize="none" spellCheck={false} required />
        <PasswordField label="Password" name="password" autoComplete="current-password" required />
      </div>
      {needsCode && <CodeField label="Authentication Code" hint="From your authenticator app, or one of your recovery codes." first />}
      <Button type="submit" variant="primary" disabled={isLoading}>
        {isLoading ? 'Logging in...' : 'Login'}
      </Button>
      {needsCode && (
        <Button variant="ghost" onClick={back}>
          Back
        </Button>
      )}
    </Form>
  );
}
