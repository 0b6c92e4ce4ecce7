import type { AccountView, ChangePasswordBody } from '@framelift/contracts';
import { changePasswordChecks } from '../session/forms/formChecks.ts';
import { pageRefusals } from '@framelift/contracts/page-refusals';
import { rules } from '@framelift/contracts/rules';
import { KeyRound } from 'lucide-react';
import { bodyProblem } from '../session/forms/bodyProblem.ts';
import { useBodyForm } from '../session/forms/useBodyForm.ts';
import { formatDate } from '../lib/format.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { Form } from '../ui/lists/Form.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { useChangePasswordMutation } from './accountApi.ts';
import { Section } from './Section.tsx';
import { useToast } from '../ui/layout/Toaster.tsx';
import { useCommand } from '../session/api/useCommand.ts';

export function PasswordSection({ account }: { account: AccountView }) {
  const toast = useToast();
  const [change, { isLoading }] = useCommand(useChangePasswordMutation());
  const { problem, form } = useBodyForm<ChangePasswordBody & { confirmation: string }>({
    check: ({ confirmation, ...body }) =>
      bodyProblem(changePasswordChecks, body, { newPassword: () => body.newPassword !== confirmation && pageRefusals.passwordsDiffer }),
    send: async ({ currentPassword, newPassword }) => {
      const { error } = await change({ currentPassword, newPassword });
      if (!error) toast.success('Password changed. All other sessions were signed out.');
      return { error };
    },
    clears: true,
  });

  return (
    <Section
      icon={<KeyRound aria-hidden />}
      title="Password"
      lead={`Last changed ${formatDate(account.passwordChangedAt)}. Changing it signs out every other device.`}
    >
      <Form {...form} noValidate>
        {problem && <Banner tone="error" text={problem} />}
        <input type="text" autoComplete="username" value={account.username} readOnly hidden />
        <PasswordField label="Current Password" name="currentPassword" autoComplete="current-password" required />
        <PasswordField
          label="New Password"
          name="newPassword"
          autoComplete="new-password"
          hint={`${rules.passwordMinimum} to ${rules.passwordMaximum} characters of any kind. Longer is stronger.`}
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
