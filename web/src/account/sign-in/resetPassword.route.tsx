import type { MetaFunction } from 'react-router';
import { pages } from '../../lib/pages.ts';
import { usePageMeta } from '../../lib/meta.ts';
import { ResetPasswordForm } from './ResetPasswordForm.tsx';
import { SignInCard } from './SignInCard.tsx';

export const meta: MetaFunction = () => usePageMeta(pages.resetPassword);

export default function ResetPasswordPage() {
  return (
    <SignInCard title="Set a New Password" lead="This link works once and expires after 30 minutes. Two-factor sign-in stays on.">
      <ResetPasswordForm />
    </SignInCard>
  );
}
