import type { MetaFunction } from 'react-router';
import { pageMeta } from '../../lib/meta.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';

const lead = 'Balance, sales and cashouts.';

export const meta: MetaFunction = () => pageMeta({ title: 'Affiliate Dashboard', description: lead, indexed: false });

export default function DashboardPage() {
  return (
    <Page>
      <PageHeader title="Affiliate Dashboard" lead={lead}>
        <ButtonLink to={paths.login}>Login</ButtonLink>
      </PageHeader>
    </Page>
  );
}
