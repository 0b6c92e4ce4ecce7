import { resetPasswordChecks } from '../../session/forms/formChecks.ts';
import { pageRefusals } from '@framelift/contracts/page-refusals';
import { Link } from 'react-router';
import { bodyProblem } from '../../session/forms/bodyProblem.ts';
import { useBodyForm } from '../../session/forms/useBodyForm.ts';
import { paths } from '../../lib/paths.ts';
import { tokenInAddress } from '../../lib/tokenInAddress.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Form } from '../../ui/lists/Form.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useResetPasswordMutation } from './signInApi.ts';
import { useCommand } from '../../session/api/useCommand.ts';

export function ResetPasswordForm() {
  const [reset, { isLoading, isSuccess }] = useCommand(useResetPasswordMutation());
  const { problem, form } = useBodyForm<Record<'password' | 'confirmation', string>>({
    check: ({ password, confirmation }) => {
      const token = tokenInAddress();
      if (!token) return pageRefusals.passwordLinkInvalid;
      const repeated = () => password !== confirmation && pageRefusals.passwordsDiffer;
      return bodyProblem(resetPasswordChecks, { token, password }, { password: repeated });
    },
    send: ({ password }) => reset({ token: tokenInAddress()!, password }),
  });

  if (isSuccess)
    return (
      <>
        <Banner tone="success" text="Your new password is set. All other sessions were signed out." />
        <p>
          <Link to={paths.login}>Log in with your new password</Link>
        </p>
      </>
    );
  return (
    <Form {...form} noValidate>
      {problem && <Banner tone="error" text={problem} />}
      {problem === pageRefusals.passwordLinkInvalid && (
        <p>
          <Link to={paths.forgotPassword}>Request a new link</Link>
        </p>
      )}
      <PasswordField label="New Password" name="password" autoComplete="new-password" required />
      <PasswordField label="Confirm New Password" name="confirmation" autoComplete="new-password" required />
      <Button type="submit" variant="primary" disabled={isLoading}>
        {isLoading ? 'Setting...' : 'Set New Password'}
      </Button>
      <p>
        Remembered it? <Link to={paths.login}>Login here</Link>
      </p>
    </Form>
  );
}
