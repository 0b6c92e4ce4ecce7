import type { MetaFunction } from 'react-router';
import { pageMeta } from '../../lib/meta.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';

const lead = 'To your affiliate or admin dashboard.';

export const meta: MetaFunction = () => pageMeta({ title: 'Log in', description: lead });

export default function LoginPage() {
  return (
    <Page>
      <PageHeader title="Log in" lead={lead}>
        <ButtonLink to={paths.register}>Register</ButtonLink>
      </PageHeader>
    </Page>
  );
}
