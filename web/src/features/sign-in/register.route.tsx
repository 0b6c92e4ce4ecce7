import type { MetaFunction } from 'react-router';
import { pageMeta } from '../../lib/meta.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';

const lead = 'Sign up, share your link, earn on every sale.';

export const meta: MetaFunction = () => pageMeta({ title: 'Create your affiliate account', description: lead, indexed: false });

export default function RegisterPage() {
  return (
    <Page>
      <PageHeader title="Create your affiliate account" lead={lead}>
        <ButtonLink to={paths.login}>Login</ButtonLink>
      </PageHeader>
    </Page>
  );
}
