import type { MailGroup } from '@framelift/contracts';
import { Link, type MetaFunction } from 'react-router';
import { pages } from '../../lib/pages.ts';
import { usePageMeta } from '../../lib/meta.ts';
import { paths } from '../../lib/paths.ts';
import { SignInCard } from '../sign-in/SignInCard.tsx';
import { LinkAction } from './LinkAction.tsx';
import { useUnsubscribeMutation } from './mailsApi.ts';
import { useCommand } from '../../session/api/useCommand.ts';

export const meta: MetaFunction = () => usePageMeta(pages.unsubscribe);

const stopped: Record<MailGroup, string> = {
  sales: 'Stopped: we no longer write to you about sales.',
  cashouts: 'Stopped: we no longer write to you about cashouts.',
  tiers: 'Stopped: we no longer write to you about tiers.',
};

export default function UnsubscribePage() {
  const [unsubscribe, { isLoading, data }] = useCommand(useUnsubscribeMutation());
  return (
    <SignInCard
      title="Unsubscribe"
      lead="You’ll stop receiving this kind of e-mail. Security e-mails will still arrive."
      below={
        <p>
          Want fewer, or others? <Link to={paths.account}>Choose in your account</Link>
        </p>
      }
    >
      <LinkAction
        label="Unsubscribe"
        busyLabel="Stopping..."
        act={(token) => unsubscribe({ token })}
        isLoading={isLoading}
        done={data && stopped[data.stopped]}
        otherwise={
          <>
            <Link to={paths.account}>Your account</Link> has a switch for each kind of e-mail.
          </>
        }
      />
    </SignInCard>
  );
}
