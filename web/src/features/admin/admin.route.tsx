import type { MetaFunction } from 'react-router';
import { pageMeta } from '../../lib/meta.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';

const lead = 'Affiliates and cashouts.';

export const meta: MetaFunction = () => pageMeta({ title: 'Admin Dashboard', description: lead, indexed: false });

export default function AdminPage() {
  return (
    <Page>
      <PageHeader title="Admin Dashboard" lead={lead}>
        <ButtonLink to={paths.login}>Login</ButtonLink>
      </PageHeader>
    </Page>
  );
}
