import type { MetaFunction } from 'react-router';
import { pageMeta } from '../../lib/meta.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';

const lead = 'A free utility to start with, and a one-time premium purchase for everything else.';

export const meta: MetaFunction = () => pageMeta({ title: 'Pricing', description: lead });

export default function PricingPage() {
  return (
    <Page>
      <PageHeader title="Pricing" lead={lead}>
        <ButtonLink to={paths.premium} variant="primary">
          Purchase
        </ButtonLink>
        <ButtonLink to={paths.free}>Download</ButtonLink>
      </PageHeader>
    </Page>
  );
}
