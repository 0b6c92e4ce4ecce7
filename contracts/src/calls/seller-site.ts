import { type Static, type TObject, Type } from 'typebox';
import { productLimits } from '../rules/products.ts';
import { siteLimits, siteRefusals } from '../rules/site.ts';
import { hasExamples } from '../rules/site-examples.ts';
import { fieldsOf, SECTION_PATTERN, sectionInfo, SITE_SECTIONS, type SiteSection } from '../rules/site-sections.ts';
import type { Call } from './call.ts';
import { Done, forAdmins } from './call.ts';
import { basedOn, Nullable, OneOf, Page, refused, Time } from './fields.ts';
import { ProductsContent, PublicProductsView, utc } from './product-schemas.ts';
import { paged, QueryText } from './queries.ts';
import { contentSchema } from './site-schemas.ts';

export { type ProductView, PublicProductsView } from './product-schemas.ts';
export { sectionContentSchema } from './site-schemas.ts';

/** The name of a section. */
const SectionName = Type.Unsafe<SiteSection>(
  Type.String({ pattern: SECTION_PATTERN, maxLength: siteLimits.section, ...refused(siteRefusals.noSection) }),
);
const example = Type.Optional(
  Type.Boolean({ title: 'Example', description: 'It is the first content: visitors of another brand do not see it' }),
);
/** What a draft of a section may have. */
export const sectionSchemas = Object.fromEntries(
  SITE_SECTIONS.map((section) => {
    const fields = fieldsOf(section);
    if (!fields) return [section, ProductsContent];
    const { properties, ...schema } = contentSchema(fields, sectionInfo(section).title);
    const marked = { ...properties, ...(hasExamples(section) && { example }) };
    return [section, Type.Object(marked, schema)];
  }),
) as unknown as Readonly<Record<(typeof SITE_SECTIONS)[number], TObject>>;
/** The same for the page of any product. */
export const sectionSchema = (section: SiteSection): TObject =>
  (sectionSchemas as Partial<Record<SiteSection, TObject>>)[section] ?? sectionSchemas['pages.premium'];

const ContentOfSection = (description: string) =>
  Type.Unsafe<object>({ description, oneOf: Object.values(sectionSchemas), format: 'content', ...refused(siteRefusals.contentInvalid) });

export const SiteDraftBody = Type.Object({
  content: ContentOfSection('The complete content, as the section in the path has it'),
  note: Type.Optional(Nullable(Type.String({ maxLength: siteLimits.note, format: 'line', ...refused(siteRefusals.noteInvalid) }))),
  draftSavedAt: Type.Optional(
    Nullable(utc(siteRefusals.periodInvalid), { description: 'Of the draft that the form was filled from; null: none' }),
  ),
  ...basedOn,
});
export type SiteDraftBody = Static<typeof SiteDraftBody>;

const Content = Type.Record(Type.String(), Type.Unknown(), { description: 'The complete content of the section' });

/** A section as visitors read it. */
export const SectionView = Type.Object({ content: Content });
export type SectionView = Static<typeof SectionView>;

export const TweakView = Type.Object({ tweak: Content });
export type TweakView = Static<typeof TweakView>;

export const SiteView = Type.Object({
  sections: Type.Array(
    Type.Object({
      section: SectionName,
      published: Content,
      position: Type.Integer({ description: 'Of the event that published it, for `editBase`; 0: the first content' }),
      publishedAt: Nullable(Time),
      by: Nullable(Type.String({ description: 'Username of the admin' })),
      draft: Nullable(
        Type.Object({
          content: Content,
          note: Nullable(Type.String()),
          by: Type.String({ description: 'Username of the admin' }),
          savedAt: Time,
          basedOn: Type.Integer({ description: 'The position that the draft was begun from' }),
        }),
      ),
    }),
  ),
});
export type SiteView = Static<typeof SiteView>;

export const SiteDraftSavedView = Type.Object({ ...Done.properties, savedAt: Time });
export type SiteDraftSavedView = Static<typeof SiteDraftSavedView>;

/** Every one, and a page of each product. */
const MOST_SECTIONS = SITE_SECTIONS.length + productLimits.products;
const ShownDraft = Type.Object({ section: SectionName, savedAt: utc(siteRefusals.periodInvalid) });

/** Without it, the draft that is there is discarded. */
export const DiscardDraftBody = Type.Object(
  { draftSavedAt: Type.Optional(Nullable(utc(siteRefusals.periodInvalid), { description: 'Of the draft as it was shown' })) },
  { default: {} },
);
export type DiscardDraftBody = Static<typeof DiscardDraftBody>;

export const PublishSiteBody = Type.Object({
  sections: Type.Array(SectionName, { minItems: 1, maxItems: MOST_SECTIONS, ...refused(siteRefusals.sectionsInvalid) }),
  drafts: Type.Optional(
    Nullable(
      Type.Array(ShownDraft, {
        maxItems: MOST_SECTIONS,
        description: 'The drafts as they were shown: one that was saved again since is refused with 409',
      }),
    ),
  ),
  ...basedOn,
});
export type PublishSiteBody = Static<typeof PublishSiteBody>;

export const RestoreSiteBody = Type.Object({ section: SectionName, ...basedOn });
export type RestoreSiteBody = Static<typeof RestoreSiteBody>;

export const SiteHistoryView = Page({
  changes: Type.Array(
    Type.Object({
      position: Type.Integer(),
      section: SectionName,
      content: Content,
      before: Content,
      note: Nullable(Type.String()),
      by: Type.String({ description: 'Username of the admin' }),
      changedAt: Time,
    }),
  ),
});
export type SiteHistoryView = Static<typeof SiteHistoryView>;

/** What visitors may know of the brand. */
const ShownBrand = Type.Object({
  name: Type.String(),
  tagline: Type.String(),
  disclaimer: Type.String(),
  accent: Type.String({ description: '#rrggbb' }),
  logo: Nullable(Type.String({ description: 'Path of a picture' })),
  support: Nullable(Type.String({ description: 'An e-mail address' })),
  chat: Nullable(Type.String()),
  video: Nullable(Type.String()),
  code: Nullable(Type.String()),
  socials: Nullable(Type.String()),
});

export const SitePreviewView = Type.Object({ url: Type.String({ description: 'A path of this site, good for one minute' }) });
export type SitePreviewView = Static<typeof SitePreviewView>;

export const PREVIEW_THEMES = ['light', 'dark'] as const;
export type PreviewTheme = (typeof PREVIEW_THEMES)[number];
const theme = Type.Enum([...PREVIEW_THEMES], { description: 'By default as the browser prefers' });
const MARKED = 'Each text says which field it is of, in characters that are not shown: for the page editor';
const marked = Type.Enum(['yes'], { description: MARKED });

export const SitePreviewBody = Type.Object({
  section: SectionName,
  content: ContentOfSection('The complete content of the section, which is not saved'),
  theme: Type.Optional(Nullable(OneOf(PREVIEW_THEMES, siteRefusals.themeInvalid))),
  marked: Type.Optional(Nullable(Type.Boolean({ description: MARKED, ...refused(siteRefusals.markedInvalid) }))),
});
export type SitePreviewBody = Static<typeof SitePreviewBody>;

export const SitePreviewedView = Type.Object({ html: Type.String({ description: 'The page, without scripts' }) });
export type SitePreviewedView = Static<typeof SitePreviewedView>;

export const PublicSiteView = Type.Object({
  changed: Type.Array(SectionName, { description: 'Sections that an admin published; the others have the first content' }),
  brand: Nullable(ShownBrand, { description: 'Whose shop it is; null: the first content' }),
  announcement: Nullable(Type.Object({ text: Type.String(), link: Nullable(Type.String()) }), { description: 'While it is shown' }),
  hidden: Type.Array(Type.String(), { description: 'Paths of the pages that are switched off' }),
  main: Nullable(Type.Object({ sku: Type.String(), title: Type.String() }), { description: 'The main product; null: the first content' }),
  tweaks: Nullable(Type.Integer(), { description: 'How many there are; null: the first content' }),
});
export type PublicSiteView = Static<typeof PublicSiteView>;

/** What admins do with the content of the site. */
export const siteContentCalls = forAdmins({
  'GET /api/admin/site': {
    does: 'Every section of the site: what is published, and its draft.',
    scope: 'read:programme',
    noPersonalData: true,
    answers: SiteView,
  },
  'PUT /api/admin/site/:section': {
    does: 'Save the draft of a section, which is its complete content. Other admins see it; visitors do not.',
    body: SiteDraftBody,
    largeBody: true,
    answers: SiteDraftSavedView,
  },
  'DELETE /api/admin/site/:section': { does: 'Discard the draft of a section.', body: DiscardDraftBody },
  'POST /api/admin/site/publish': {
    does: 'Publish the drafts of these sections, all or none. What was published after `editBase`, or saved after it was shown, is refused by name.',
    body: PublishSiteBody,
    refuses: [404],
  },
  'GET /api/admin/site/preview/:page': {
    does: 'An address that shows a public page, such as `home`, `pricing`, `products.<id of a product>` or `tweaks.<address of a tweak>`, with every draft in place of what is published.',
    scope: 'read:programme',
    noPersonalData: true,
    query: { theme, marked },
    answers: SitePreviewView,
    refuses: [404],
  },
  'POST /api/admin/site/preview/:page': {
    does: 'A public page with every draft, and in one section with a content that is not saved.',
    body: SitePreviewBody,
    largeBody: true,
    answers: SitePreviewedView,
    refuses: [404],
  },
  'GET /api/admin/site/history': {
    does: 'What was published when and by whom, newest first.',
    scope: 'read:programme',
    noPersonalData: true,
    query: { ...paged, section: SectionName },
    answers: SiteHistoryView,
  },
  'POST /api/admin/site/history/:position/restore': {
    does: 'Publish a section again as it was at a position; 0: the first content.',
    body: RestoreSiteBody,
  },
});

/** What visitors read. */
export const publicSiteCalls = {
  'GET /api/public/site': { does: 'The announcement, and which sections were published.', permission: 'public', answers: PublicSiteView },
  'GET /api/public/site/products': { does: 'The products and their prices.', permission: 'public', answers: PublicProductsView },
  'GET /api/site/preview/:page': {
    does: 'A page with the drafts, without scripts, for a frame of this site. The address comes from `GET /api/admin/site/preview/:page`.',
    permission: 'public',
    query: { token: QueryText('Of the address'), theme, marked },
    answers: 'page',
    refuses: [404],
  },
  'GET /api/public/site/tweaks/:tweak': {
    does: 'One of the tweaks, by the last word of its address.',
    permission: 'public',
    answers: TweakView,
    refuses: [404],
  },
  'GET /api/public/site/:section': { does: 'The content of another section.', permission: 'public', answers: SectionView },
} as const satisfies Record<string, Call>;
