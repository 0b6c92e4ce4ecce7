import type { MetaFunction } from 'react-router';
import { pageMeta } from '../../lib/meta.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';

const lead =
  'Framelift tunes Windows, hardware and network so that games run faster and smoother. Start free; go premium for the full tune.';

export const meta: MetaFunction = () => pageMeta({ title: 'Lift every frame your PC has in it', description: lead });

export default function HomePage() {
  return (
    <Page>
      <PageHeader title="Lift every frame your PC has in it" lead={lead}>
        <ButtonLink to={paths.premium} variant="primary">
          Get Premium
        </ButtonLink>
        <ButtonLink to={paths.free}>Try For Free</ButtonLink>
      </PageHeader>
    </Page>
  );
}
