import type { MetaFunction } from 'react-router';
import { pageMeta } from '../../lib/meta.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';

const lead = 'Who makes Framelift, and why.';

export const meta: MetaFunction = () => pageMeta({ title: 'About Us', description: lead });

export default function AboutPage() {
  return (
    <Page>
      <PageHeader title="About Us" lead={lead}>
        <ButtonLink to={paths.affiliate}>Affiliate Program</ButtonLink>
      </PageHeader>
    </Page>
  );
}
