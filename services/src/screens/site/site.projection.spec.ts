import { admin, event, specifyCells } from '../../../../test/support/given-events.ts';
import { site } from './site.projection.ts';

const changed = (section: string, content: object, note?: string) =>
  event('SiteChanged', { section, content, ...(note ? { note } : {}) }, { actor: admin });
const at = { changed_at: '2025-03-01T12:00:00.000Z', changed_by: 'd1' };
const [first, second] = [{ text: 'Hello' }, { text: 'Good evening' }];
const given = [changed('announcement', first, 'for spring'), changed('products', { products: [] }), changed('announcement', second)];

specifyCells(site, {
  changes: {
    SiteChanged: [
      given,
      {
        1: { section: 'announcement', content: first, note: 'for spring', ...at },
        2: { section: 'products', note: null, ...at },
        3: { section: 'announcement', content: second, note: null, ...at },
      },
    ],
  },
});
