import { Type } from 'typebox';
import { TAXES } from '../rules/documents.ts';
import { catalogue, whole } from './catalogue.ts';
import { Bps, Cents, Id } from './event-fields.ts';

/** Year and number, what is paid without tax, and the tax. */
export const DocumentFields = Type.Object({
  year: Type.Integer({ minimum: 2000, maximum: 2099 }),
  number: Type.Integer({ minimum: 1 }),
  netCents: Cents,
  taxCents: Cents,
  taxBps: Bps,
  tax: Type.Enum(TAXES),
});

/** Self-billing documents of a year, so that one stream gives the next number: documents-<year>. */
export const documentEvents = catalogue({
  DocumentIssued: {
    means: 'A self-billing document about a paid cashout got the next number of its year; `cancels`: the money came back.',
    people: { topic: 'cashouts', bell: null, mail: null, adminMail: null, action: null, public: null },
    outlives: whole,
    data: Type.Object({
      affiliateId: Id,
      cashoutId: Id,
      document: DocumentFields,
      /** The document that this one cancels. */
      cancels: Type.Optional(Type.Pick(DocumentFields, ['year', 'number'])),
    }),
  },
});
