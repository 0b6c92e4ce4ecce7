import { Link, type MetaFunction } from 'react-router';
import { pages } from '../../lib/pages.ts';
import { usePageMeta } from '../../lib/meta.ts';
import { paths } from '../../lib/paths.ts';
import { RegisterForm } from './RegisterForm.tsx';
import { SignInCard } from './SignInCard.tsx';

export const meta: MetaFunction = () => usePageMeta(pages.register);

export default function RegisterPage() {
  return (
    <SignInCard
      title="Join the Affiliate Program"
      lead="Sign up, share your link, earn on every sale."
      below={
        <>
          <p>
            Already have an account? <Link to={paths.login}>Login here</Link>
          </p>
          <Link to={paths.affiliate}>Back to Affiliate Program</Link>
        </>
      }
    >
      <RegisterForm />
    </SignInCard>
  );
}
