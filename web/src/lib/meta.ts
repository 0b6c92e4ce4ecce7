import type { SectionView } from '@framelift/contracts';
import { named } from '@framelift/contracts/brand';
import { ADDRESS_STAND_IN } from '@framelift/contracts/rules';
import type { FieldSection } from '@framelift/contracts/site-sections';
import type { MetaDescriptor } from 'react-router';
import { useBrand, usePublished } from './siteContent.ts';

/** The site's address, for absolute links. A running page reads the value that the server inserted. */
export const origin: string =
  import.meta.env?.SSR || typeof document === 'undefined'
    ? ADDRESS_STAND_IN
    : new URL(document.querySelector<HTMLMetaElement>('meta[property="og:url"]')?.content ?? window.location.href).origin;

/** The address of a page of this site. */
export const addressOf = (path: string): string => origin + path;

/** The picture that a shared page shows (app/sharePictures.ts has its words). */
export const picturePath = (path: string): string => `/social/${path.slice(1).replaceAll('/', '-') || 'home'}.jpg`;

/** As the server named it in the page that was loaded: a drawn picture has a version. */
const loadedPicture: string | undefined =
  typeof document === 'undefined' ? undefined : document.querySelector<HTMLMetaElement>('meta[property="og:image"]')?.content;

export const pictureAddress = (path: string): string => {
  const address = addressOf(picturePath(path));
  return loadedPicture?.split('?')[0] === address ? loadedPicture : address;
};

interface Info {
  path: string;
  title: string;
  description: string;
  indexed: boolean;
  section?: FieldSection;
  pictureOf?: string;
}

/** What a page says about itself, as it is published. */
export function usePageInfo<I extends Info>(info: I): I {
  const published = usePublished<SectionView>(info.section, `/api/public/site/${info.section}`)?.content;
  if (!published) return info;
  return { ...info, title: published['headTitle'] as string, description: published['headDescription'] as string };
}

/**
 * What a page says about itself in `<head>`. The canonical address knows no referral code. A route's `meta` runs while React Router renders
 * `<Meta>`, so it may use the brand.
 */
export const usePageMeta = (info: Info, ...data: object[]): MetaDescriptor[] => {
  const { path, title, description, indexed, pictureOf = info.indexed ? info.path : '/' } = usePageInfo(info);
  const { name } = useBrand();
  const fullTitle = `${title} · ${name}`;
  const all: MetaDescriptor[] = [
    { title: fullTitle },
    { name: 'description', content: description },
    ...(indexed ? [{ tagName: 'link' as const, rel: 'canonical', href: origin + path }] : [{ name: 'robots', content: 'noindex' }]),
    { property: 'og:site_name', content: name },
    { property: 'og:title', content: fullTitle },
    { property: 'og:description', content: description },
    { property: 'og:type', content: 'website' },
    { property: 'og:url', content: origin + path },
    { property: 'og:image', content: pictureAddress(pictureOf) },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...data.map((graph) => ({ 'script:ld+json': { '@context': 'https://schema.org', ...graph } })),
  ];
  return named(all, name);
};
