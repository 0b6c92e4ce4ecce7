import { loginPage } from '@framelift/contracts/content/page-login';
import { Link, type MetaFunction, Navigate } from 'react-router';
import { pages } from '../../lib/pages.ts';
import { usePageMeta } from '../../lib/meta.ts';
import { useSection } from '../../lib/siteContent.ts';
import { paths } from '../../lib/paths.ts';
import { useWayIn } from '../../session/useWayIn.ts';
import { wayBack } from '../../session/wayBack.ts';
import { LoginForm } from './LoginForm.tsx';
import { SignInCard } from './SignInCard.tsx';

export const meta: MetaFunction = () => usePageMeta(pages.login);

/** A person who is signed in goes on to where they were, or to their dashboard. */
export default function LoginPage() {
  const to = useWayIn();
  const { title, lead } = useSection('pages.affiliate-login', loginPage);
  if (to !== paths.login) return <Navigate to={wayBack.of({ isAdmin: to === paths.admin })} replace />;
  return (
    <SignInCard
      title={title}
      lead={lead}
      below={
        <>
          <Link to={paths.forgotPassword}>Forgot your password?</Link>
          <p>
            No account yet? <Link to={paths.register}>Register here</Link>
          </p>
        </>
      }
    >
      <LoginForm />
    </SignInCard>
  );
}
