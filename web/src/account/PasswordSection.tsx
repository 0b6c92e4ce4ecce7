import type { AccountView } from '@framelift/contracts';
import { rules } from '@framelift/contracts/rules';
import { KeyRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { errorText } from '../session/api/api.ts';
import { formatDate } from '../lib/format.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { Form } from '../ui/lists/Form.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { useChangePasswordMutation } from './accountApi.ts';
import { type PasswordForm, passwordProblem } from './passwordProblem.ts';
import { Section } from './Section.tsx';
import { useToast } from '../ui/layout/Toaster.tsx';

export function PasswordSection({ account }: { account: AccountView }) {
  const toast = useToast();
  const [change, { isLoading }] = useChangePasswordMutation();
  const [problem, setProblem] = useState<string | null>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = Object.fromEntries(new FormData(form)) as unknown as PasswordForm;
    const found = passwordProblem(values);
    setProblem(found);
    if (found) return;
    const { error } = await change({ currentPassword: values.currentPassword, newPassword: values.newPassword });
    if (error) return setProblem(errorText(error, 'An error occurred'));
    form.reset();
    toast.success('Password changed. Every other session was signed out.');
  };

  return (
    <Section
      icon={<KeyRound aria-hidden />}
      title="Password"
      lead={`Last changed ${formatDate(account.passwordChangedAt)}. Changing it signs out every other device.`}
    >
      <Form onSubmit={submit} onChange={() => setProblem(null)} noValidate>
        {problem && <Banner tone="error" text={problem} />}
        <input type="text" autoComplete="username" value={account.username} readOnly hidden />
        <PasswordField label="Current Password" name="currentPassword" autoComplete="current-password" required />
        <PasswordField
          label="New Password"
          name="newPassword"
          autoComplete="new-password"
          hint={`${rules.passwordMinimum} to ${rules.passwordMaximum} characters of any kind. Length beats symbols.`}
          required
        />
        <PasswordField label="Confirm New Password" name="confirmation" autoComplete="new-password" required />
        <div>
          <Button type="submit" variant="primary" disabled={isLoading}>
            {isLoading ? 'Changing...' : 'Change Password'}
          </Button>
        </div>
      </Form>
    </Section>
  );
}
