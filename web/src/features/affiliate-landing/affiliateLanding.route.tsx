import type { MetaFunction } from 'react-router';
import { pageMeta } from '../../lib/meta.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';

const lead = 'Earn commission on every sale you refer. Minimum payout €50.';

export const meta: MetaFunction = () => pageMeta({ title: 'Affiliate Program', description: lead });

export default function AffiliateLandingPage() {
  return (
    <Page>
      <PageHeader title="Affiliate Program" lead={lead}>
        <ButtonLink to={paths.register} variant="primary">
          Become an Affiliate
        </ButtonLink>
        <ButtonLink to={paths.dashboard}>Affiliate Dashboard</ButtonLink>
      </PageHeader>
    </Page>
  );
}
