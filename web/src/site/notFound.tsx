import type { MetaFunction } from 'react-router';
import { pages } from '../lib/pages.ts';
import { usePageMeta } from '../lib/meta.ts';
import { paths } from '../lib/paths.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { Page, PageHeader } from '../ui/Page.tsx';

export const meta: MetaFunction = () => usePageMeta(pages.notFound);

export default function NotFound() {
  return (
    <Page narrow>
      <PageHeader eyebrow="404" title="Page Not Found" lead="This page does not exist. It may have moved, or the link has a typo.">
        <ButtonLink to={paths.home} variant="primary">
          Back to Home
        </ButtonLink>
      </PageHeader>
    </Page>
  );
}
