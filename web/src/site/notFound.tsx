import { notFoundPage } from '@framelift/contracts/content/page-not-found';
import type { MetaFunction } from 'react-router';
import { pages } from '../lib/pages.ts';
import { useSection } from '../lib/siteContent.ts';
import { usePageMeta } from '../lib/meta.ts';
import { paths } from '../lib/paths.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { Page, PageHeader } from '../ui/Page.tsx';

export const meta: MetaFunction = () => usePageMeta(pages.notFound);

export default function NotFound() {
  const texts = useSection('pages.not-found', notFoundPage);
  return (
    <Page narrow>
      <PageHeader eyebrow="404" title={texts.title} lead={texts.lead}>
        <ButtonLink to={paths.home} variant="primary">
          {texts.label}
        </ButtonLink>
      </PageHeader>
    </Page>
  );
}
