import type { MetaFunction } from 'react-router';
import { pageMeta } from '../../lib/meta.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';

const lead = 'Terms of Use, Privacy Policy and Refund Policy.';

export const meta: MetaFunction = () => pageMeta({ title: 'Legal Policies', description: lead });

export default function LegalPage() {
  return (
    <Page>
      <PageHeader title="Legal Policies" lead={lead}>
        <ButtonLink to={paths.home}>Back to Home</ButtonLink>
      </PageHeader>
    </Page>
  );
}
