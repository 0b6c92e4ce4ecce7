import { Type } from 'typebox';
import { siteLimits } from '../rules/site.ts';
import { catalogue } from './catalogue.ts';

/** Facts about what visitors read: site. */
export const siteEvents = catalogue({
  SiteChanged: {
    version: 2,
    means: 'An admin published a section of the site: its complete content, which holds from here on.',
    people: { topic: 'system', bell: null, mail: null, adminMail: null, action: 'change_site', public: null },
    data: Type.Object({
      section: Type.String({ pattern: '^[a-z]+(\\.[a-z0-9-]+)*$', maxLength: 60 }),
      /** As contracts/src/rules/site.ts declares it for the section. */
      content: Type.Record(Type.String(), Type.Unknown()),
      note: Type.Optional(Type.String({ minLength: 1, maxLength: siteLimits.note })),
    }),
  },
});
