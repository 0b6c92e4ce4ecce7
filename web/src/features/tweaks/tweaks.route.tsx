import type { MetaFunction } from 'react-router';
import { pageMeta } from '../../lib/meta.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';

const lead = 'Single tweaks to download, each with a video that shows what it does.';

export const meta: MetaFunction = () => pageMeta({ title: 'Free Tweaks', description: lead });

export default function TweaksPage() {
  return (
    <Page>
      <PageHeader title="Free Tweaks" lead={lead}>
        <ButtonLink to={paths.free}>Free Utility</ButtonLink>
      </PageHeader>
    </Page>
  );
}
