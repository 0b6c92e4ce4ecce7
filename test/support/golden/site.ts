// What the server answers about the seller's site: products with a draft, an announcement without one.
import { firstSite, premium } from '../../../contracts/src/index.ts';
import type { AnswerOf, Answers } from '../screen.tsx';

const asView = (content: object) => structuredClone(content) as Record<string, unknown>;
const [, free] = firstSite.products.products;
const cheaper = { ...premium, priceCents: 19_99, features: [...premium.features.slice(1), 'A new one'] };

export const site: AnswerOf<'GET /api/admin/site'> = {
  sections: [
    {
      section: 'products',
      published: asView({ products: [premium, free] }),
      position: 7,
      publishedAt: '2026-04-03T10:00:00.000Z',
      by: 'ada',
      draft: { content: asView({ products: [cheaper] }), note: 'For summer', by: 'nina', savedAt: '2026-04-04T12:00:00.000Z', basedOn: 5 },
    },
    { section: 'team', published: asView(firstSite.team), position: 0, publishedAt: null, by: null, draft: null },
    { section: 'announcement', published: asView(firstSite.announcement), position: 0, publishedAt: null, by: null, draft: null },
  ],
};

export const siteHistory: AnswerOf<'GET /api/admin/site/history'> = {
  changes: [
    {
      position: 7,
      section: 'products',
      content: asView({ products: [premium, free] }),
      before: asView({ products: [premium] }),
      note: null,
      by: 'ada',
      changedAt: '2026-04-03T10:00:00.000Z',
    },
    {
      position: 5,
      section: 'products',
      content: asView({ products: [premium] }),
      before: asView(firstSite.products),
      note: 'Only one',
      by: 'bo',
      changedAt: '2026-04-02T10:00:00.000Z',
    },
  ],
  next: null,
};

export const siteAnswers: Answers = {
  'GET /api/admin/site': site,
  'GET /api/admin/site/history': siteHistory,
  'GET /api/admin/site/preview/:page': { url: '/api/site/preview/pricing?token=t' },
  'POST /api/admin/site/preview/:page': { html: '<!doctype html><title>Preview</title><p>As it is typed</p>' },
};
