import type { MetaFunction } from 'react-router';
import { pageMeta } from '../../lib/meta.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';

const lead = 'Full system and hardware optimisation, paid once.';

export const meta: MetaFunction = () => pageMeta({ title: 'Premium Utility', description: lead });

export default function PremiumPage() {
  return (
    <Page>
      <PageHeader title="Premium Utility" lead={lead}>
        <ButtonLink to={paths.pricing}>Back to Pricing</ButtonLink>
      </PageHeader>
    </Page>
  );
}
