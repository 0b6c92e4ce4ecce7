import type { MetaFunction } from 'react-router';
import { pageMeta } from '../../lib/meta.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';

const lead = 'Your key was sent to you by e-mail.';

export const meta: MetaFunction = () => pageMeta({ title: 'Purchase Successful', description: lead, indexed: false });

export default function SuccessPage() {
  return (
    <Page>
      <PageHeader title="Purchase Successful" lead={lead}>
        <ButtonLink to={paths.home}>Back to Home</ButtonLink>
      </PageHeader>
    </Page>
  );
}
