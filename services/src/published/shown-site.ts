import {
  firstProducts,
  firstSite,
  firstUnderBrand,
  hasExamples,
  isSection,
  named,
  pageSectionOf,
  paidOf,
  type Product,
  productPage,
  type ProductPage,
  sectionContent,
  SITE_SECTIONS,
  type SiteContent,
  type SiteSection,
} from '@framelift/contracts';

/** The sections that an admin published; those left out have their first content. */
export type Contents = { [S in SiteSection]?: SiteContent[S] };
export interface OneContent {
  section: string;
  content: object;
}

/** Contents as they were written. Sections of a newer program are left out. */
export const contentsOf = (written: readonly OneContent[]): Contents =>
  Object.fromEntries(
    written.flatMap(({ section, content }) => (isSection(section) ? [[section, sectionContent(section, content)]] : [])),
  ) as Contents;

const brandName = ({ brand }: Contents): string => (brand ?? firstSite.brand).name;

/** The same without examples that nobody kept, and with the name of the brand in the texts. */
export const withoutExamples = (contents: Contents): Contents => named(exampleFree(contents), brandName(contents));

/** The same as visitors read it: each product has its page. */
export const shownTo = (contents: Contents): Contents => named(withProductPages(exampleFree(contents)), brandName(contents));

const soldIn = (contents: Contents): readonly Product[] => contents.products?.products ?? firstProducts;

const isSoldIn = (contents: Contents, sku: string): boolean => soldIn(contents).some((product) => product.sku === sku);

/** The paid products, as far as an admin published any of them. */
export const paidIn = (contents: Contents): Product[] => paidOf(soldIn(contents));

/** With a brand, the first content of some sections is no example any more that visitors see: it is left out until the seller replaces or keeps it. */
function exampleFree(contents: Contents): Contents {
  if (!contents.brand) return contents;
  const isThere = (section: SiteSection) => section !== 'pages.premium' || isSoldIn(contents, 'premium');
  const left = SITE_SECTIONS.filter((section) => {
    const content = contents[section];
    return hasExamples(section) && isThere(section) && (!content || ('example' in content && content.example === true));
  });
  return { ...contents, ...(Object.fromEntries(left.map((section) => [section, firstUnderBrand(section)])) as Contents) };
}

/**
 * What the page of a product says; undefined: the first content. The page of `premium` is the one of the main product where its id was
 * changed before products had pages.
 */
export function productPageIn(contents: Contents, product: Product): ProductPage | undefined {
  const own = contents[pageSectionOf(product.sku)];
  if (own) return own;
  const isOlder = product.isMain && !isSoldIn(contents, 'premium');
  if (isOlder && contents['pages.premium']) return contents['pages.premium'];
  return product.sku === 'premium' ? undefined : productPage(product);
}

/** For visitors, `pages.premium` is the page of the main product, and each product has its page under its id. */
function withProductPages(contents: Contents): Contents {
  const pages = paidIn(contents).map((product) => ({ product, page: productPageIn(contents, product) }));
  const main = pages.find(({ product }) => product.isMain)?.page;
  const { 'pages.premium': _, ...others } = contents;
  return {
    ...others,
    ...(main && { 'pages.premium': main }),
    ...Object.fromEntries(pages.map(({ product, page }) => [`pages.product.${product.sku}`, page ?? firstSite['pages.premium']])),
  };
}
