import { Link, type MetaFunction } from 'react-router';
import { pages } from '../../lib/pages.ts';
import { pageMeta } from '../../lib/meta.ts';
import { paths } from '../../lib/paths.ts';
import { SignInCard } from '../sign-in/SignInCard.tsx';
import { LinkAction } from './LinkAction.tsx';
import { useConfirmEmailMutation } from './mailsApi.ts';

export const meta: MetaFunction = () => pageMeta(pages.confirmEmail);

export default function ConfirmEmailPage() {
  const [confirm, { isLoading, isSuccess }] = useConfirmEmailMutation();
  return (
    <SignInCard
      title="Confirm Your Address"
      lead="One click, and we know that mails to this address reach you."
      below={<Link to={paths.account}>Your account</Link>}
    >
      <LinkAction
        label="Confirm This Address"
        busyLabel="Confirming..."
        act={(token) => confirm({ token })}
        isLoading={isLoading}
        done={isSuccess ? 'Your address is confirmed. From now on we write to you there.' : undefined}
        otherwise={
          <>
            Links are good for seven days, and for the newest address alone. <Link to={paths.account}>Your account</Link> sends a new one.
          </>
        }
      />
    </SignInCard>
  );
}
