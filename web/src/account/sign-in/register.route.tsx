import { registerPage } from '@framelift/contracts/content/page-register';
import { Link, type MetaFunction } from 'react-router';
import { pages } from '../../lib/pages.ts';
import { usePageMeta } from '../../lib/meta.ts';
import { useSection } from '../../lib/siteContent.ts';
import { paths } from '../../lib/paths.ts';
import { RegisterForm } from './RegisterForm.tsx';
import { SignInCard } from './SignInCard.tsx';

export const meta: MetaFunction = () => usePageMeta(pages.register);

export default function RegisterPage() {
  const { title, lead } = useSection('pages.affiliate-register', registerPage);
  return (
    <SignInCard
      title={title}
      lead={lead}
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
