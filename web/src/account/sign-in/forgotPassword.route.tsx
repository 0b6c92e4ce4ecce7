import { Link, type MetaFunction } from 'react-router';
import { pages } from '../../lib/pages.ts';
import { usePageMeta } from '../../lib/meta.ts';
import { paths } from '../../lib/paths.ts';
import { ForgotPasswordForm } from './ForgotPasswordForm.tsx';
import { SignInCard } from './SignInCard.tsx';

export const meta: MetaFunction = () => usePageMeta(pages.forgotPassword);

export default function ForgotPasswordPage() {
  return (
    <SignInCard
      title="Forgot Your Password?"
      lead="Enter the e-mail address of your account, and we’ll send you a link to set a new password."
      below={
        <p>
          Remembered it? <Link to={paths.login}>Login here</Link>
        </p>
      }
    >
      <ForgotPasswordForm />
    </SignInCard>
  );
}
