import { Link, type MetaFunction } from 'react-router';
import { pages } from '../../lib/pages.ts';
import { usePageMeta } from '../../lib/meta.ts';
import { paths } from '../../lib/paths.ts';
import { SignInCard } from '../sign-in/SignInCard.tsx';
import { LinkAction } from './LinkAction.tsx';
import { useConfirmEmailMutation } from './mailsApi.ts';
import { useCommand } from '../../session/api/useCommand.ts';

export const meta: MetaFunction = () => usePageMeta(pages.confirmEmail);

export default function ConfirmEmailPage() {
  const [confirm, { isLoading, isSuccess }] = useCommand(useConfirmEmailMutation());
  return (
    <SignInCard
      title="Confirm Your Address"
      lead="Confirm your e-mail address so we can reach you."
      below={<Link to={paths.account}>Your account</Link>}
    >
      <LinkAction
        label="Confirm This Address"
        busyLabel="Confirming..."
        act={(token) => confirm({ token })}
        isLoading={isLoading}
        done={isSuccess ? 'Your address is confirmed. E-mails will go there from now on.' : undefined}
        otherwise={
          <>
            Links expire after seven days and work for the newest address only. <Link to={paths.account}>Your account</Link> can send a new
            one.
          </>
        }
      />
    </SignInCard>
  );
}
