import { Type } from 'typebox';
import { catalogue } from './catalogue.ts';
import { Id, origin } from './event-fields.ts';

/** Clicks on an affiliate’s links: visits-<affiliate id>. */
export const visitEvents = catalogue({
  VisitTracked: {
    means: 'Somebody opened a page with an affiliate’s code. Visitor details are sealed under the key of that day.',
    visibleTo: 'affiliate',
    people: { topic: 'checkout', bell: null, mail: null, adminMail: null, action: null, public: null },
    data: Type.Object({
      visitId: Id,
      affiliateId: Id,
      page: Type.String({ maxLength: 300 }),
      visitor: Type.String(),
      userAgent: Type.Optional(Type.String()),
      referrer: Type.Optional(Type.String()),
      campaign: origin.campaign,
      site: origin.site,
    }),
    personal: { visitor: 'day', userAgent: 'day', referrer: 'day' },
    version: 2,
  },
});
