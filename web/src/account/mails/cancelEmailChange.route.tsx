import { Link, type MetaFunction } from 'react-router';
import { pages } from '../../lib/pages.ts';
import { pageMeta } from '../../lib/meta.ts';
import { paths } from '../../lib/paths.ts';
import { SignInCard } from '../sign-in/SignInCard.tsx';
import { LinkAction } from './LinkAction.tsx';
import { useCancelEmailChangeMutation } from './mailsApi.ts';

export const meta: MetaFunction = () => pageMeta(pages.cancelEmailChange);

export default function CancelEmailChangePage() {
  const [cancel, { isLoading, isSuccess }] = useCancelEmailChangeMutation();
  return (
    <SignInCard
      title="It Was Not Me"
      lead="Cancel the change of address and end every session of your account."
      below={<Link to={paths.forgotPassword}>Set a new password</Link>}
    >
      <LinkAction
        label="Cancel the Change"
        busyLabel="Cancelling..."
        act={(token) => cancel({ token })}
        isLoading={isLoading}
        done={isSuccess ? 'The change is cancelled and every session has ended. Now set a new password.' : undefined}
        otherwise="There is nothing left to cancel. Set a new password if you did not ask for the change."
      />
    </SignInCard>
  );
}
