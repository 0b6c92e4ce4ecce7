import type { MetaFunction } from 'react-router';
import { pageMeta } from '../../lib/meta.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';

const lead = 'Basic system, performance and network tweaks for Windows 10 and 11.';

export const meta: MetaFunction = () => pageMeta({ title: 'Free Utility', description: lead });

export default function FreePage() {
  return (
    <Page>
      <PageHeader title="Free Utility" lead={lead}>
        <ButtonLink to={paths.premium}>See Premium</ButtonLink>
      </PageHeader>
    </Page>
  );
}
