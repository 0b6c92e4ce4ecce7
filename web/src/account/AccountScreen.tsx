import type { AccountView, MailsView } from '@framelift/contracts';
import { ArrowLeft } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { errorText, statusOf } from '../session/api/api.ts';
import { useLive } from '../session/api/useLive.ts';
import { wayBack } from '../session/wayBack.ts';
import { Banner } from '../ui/Banner.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { DashboardBar } from '../session/screens/DashboardBar.tsx';
import { DashboardPending } from '../session/screens/DashboardPending.tsx';
import { ToLogin } from '../session/screens/ToLogin.tsx';
import { Failed } from '../ui/Failed.tsx';
import { Stack } from '../ui/layout/Stack.tsx';
import { Loading } from '../ui/Loading.tsx';
import { Page } from '../ui/Page.tsx';
import { useAccountQuery } from './accountApi.ts';
import { EmailSection } from './mails/EmailSection.tsx';
import { useMailsQuery } from './mails/mailsApi.ts';
import { MailsSection } from './mails/MailsSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { TotpSection } from './TotpSection.tsx';

export function AccountScreen() {
  const account = useAccountQuery(undefined, { refetchOnMountOrArgChange: true });
  const mails = useMailsQuery(undefined, { refetchOnMountOrArgChange: true });
  const error = account.error ?? mails.error;
  if (statusOf(error) === 401) return <ToLogin />;
  if (account.data && mails.data) return <Account account={account.data} mails={mails.data} />;
  const isLoading = account.isLoading || mails.isLoading;
  const refetch = () => Promise.all([account.refetch(), mails.refetch()]);
  return (
    <DashboardPending title="Account">
      {isLoading ? (
        <Loading text="Loading account..." />
      ) : (
        <Failed text={errorText(error, 'An error occurred')} onRetry={() => void refetch()} />
      )}
    </DashboardPending>
  );
}

/** The menu under the name leads to this part. */
const TWO_FACTOR = 'two-factor';

/** What guards an account and what it is written to about, for affiliates and admins alike. */
function Account({ account, mails }: { account: AccountView; mails: MailsView }) {
  const { hash } = useLocation();
  // Its session may end, and its settings change elsewhere.
  useLive();
  useEffect(() => {
    if (hash === `#${TWO_FACTOR}`) document.getElementById(TWO_FACTOR)?.scrollIntoView();
  }, [hash]);
  return (
    <>
      <DashboardBar title="Account" username={account.username}>
        <ButtonLink to={wayBack.of(account)} size="small" variant="ghost">
          <ArrowLeft aria-hidden />
          Dashboard
        </ButtonLink>
      </DashboardBar>
      <Page dense narrow>
        <Stack>
          {account.totpRequired && (
            <Banner tone="error" text="Admins must use two-factor sign-in here. Turn it on below to open the dashboard." />
          )}
          <EmailSection mails={mails} />
          <PasswordSection account={account} />
          <div id={TWO_FACTOR}>
            <TotpSection account={account} />
          </div>
          <MailsSection mails={mails} isAdmin={account.isAdmin} />
        </Stack>
      </Page>
    </>
  );
}
