import type { MetaFunction } from 'react-router';
import { pageMeta } from '../../lib/meta.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';

const lead = 'A free optimiser made for Fortnite on Windows 10 and 11.';

export const meta: MetaFunction = () => pageMeta({ title: 'Fortnite Optimizer', description: lead });

export default function FortnitePage() {
  return (
    <Page>
      <PageHeader title="Fortnite Optimizer" lead={lead}>
        <ButtonLink to={paths.premium}>See Premium</ButtonLink>
      </PageHeader>
    </Page>
  );
}
