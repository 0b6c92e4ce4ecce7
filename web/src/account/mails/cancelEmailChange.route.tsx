import { Link, type MetaFunction } from 'react-router';
import { pages } from '../../lib/pages.ts';
import { usePageMeta } from '../../lib/meta.ts';
import { paths } from '../../lib/paths.ts';
import { SignInCard } from '../sign-in/SignInCard.tsx';
import { LinkAction } from './LinkAction.tsx';
import { useCancelEmailChangeMutation } from './mailsApi.ts';
import { useCommand } from '../../session/api/useCommand.ts';

export const meta: MetaFunction = () => usePageMeta(pages.cancelEmailChange);

export default function CancelEmailChangePage() {
  const [cancel, { isLoading, isSuccess }] = useCommand(useCancelEmailChangeMutation());
  return (
    <SignInCard
      title="This Wasn’t Me"
      lead="Cancel the change of address and sign out every session of your account."
      below={<Link to={paths.forgotPassword}>Set a new password</Link>}
    >
      <LinkAction
        label="Cancel Change"
        busyLabel="Cancelling..."
        act={(token) => cancel({ token })}
        isLoading={isLoading}
        done={isSuccess ? 'The change is cancelled and every session is signed out. Now set a new password.' : undefined}
        otherwise="There is no change to cancel. If you did not request one, set a new password."
      />
    </SignInCard>
  );
}
