import type { MetaFunction } from 'react-router';
import { pageMeta } from '../../lib/meta.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';

const lead = 'What is downloaded, bought and used.';

export const meta: MetaFunction = () => pageMeta({ title: 'Statistics', description: lead });

export default function StatisticsPage() {
  return (
    <Page>
      <PageHeader title="Statistics" lead={lead}>
        <ButtonLink to={paths.home}>Back to Home</ButtonLink>
      </PageHeader>
    </Page>
  );
}
