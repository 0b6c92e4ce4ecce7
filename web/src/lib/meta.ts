import { rules } from '@framelift/contracts/rules';
import type { MetaDescriptor } from 'react-router';

interface PageMeta {
  title: string;
  description: string;
  /** false keeps the page out of search engines (SPEC §2: 'not indexed'). */
  indexed?: boolean;
}

/** What a page says about itself in `<head>`. */
export const pageMeta = ({ title, description, indexed = true }: PageMeta): MetaDescriptor[] => {
  const fullTitle = title.includes(rules.brand) ? title : `${title} · ${rules.brand}`;
  return [
    { title: fullTitle },
    { name: 'description', content: description },
    { property: 'og:title', content: fullTitle },
    { property: 'og:description', content: description },
    { property: 'og:type', content: 'website' },
    ...(indexed ? [] : [{ name: 'robots', content: 'noindex' }]),
  ];
};
