import { Type } from 'typebox';
import { catalogue } from './catalogue.ts';
import { Day, Id, KeyedHash, Text, written, writtenAbout } from './event-fields.ts';

/** Purchases that an affiliate misses, on the same stream (docs/rules.md#24-missing-sales). */
export const missingSaleEvents = catalogue({
  MissingSaleRaised: {
    means: 'An affiliate said that a purchase through them was not credited.',
    visibleTo: 'affiliate',
    people: { topic: 'money', bell: null, mail: null, adminMail: 'missingSaleToAnswer', action: null, public: null },
    data: Type.Object({
      missingSaleId: Id,
      boughtOn: Day,
      transaction: Type.Optional(Text),
      /** With the keyed hash of the address. */
      customerEmail: Type.Optional(Type.String()),
      buyer: Type.Optional(KeyedHash),
      notes: Type.Optional(Text),
    }),
    personal: { transaction: 'affiliate', customerEmail: 'buyer', notes: 'affiliate' },
  },
  MissingSaleAnswered: {
    means: 'An admin found the sale that an affiliate missed, or did not and said why.',
    visibleTo: 'affiliate',
    people: {
      topic: 'money',
      bell: { missingSaleCredited: ({ answer }) => answer === 'credited', missingSaleRefused: ({ answer }) => answer === 'refused' },
      mail: 'missingSaleAnswered',
      adminMail: null,
      action: 'answer_missing_sale',
      public: null,
    },
    data: Type.Object({
      missingSaleId: Id,
      answer: Type.Enum(['credited', 'refused']),
      /** The invoice's key; absent where nothing was found. */
      transactionId: Type.Optional(Type.String({ maxLength: 100 })),
      ...written,
      reason: Text,
    }),
    personal: writtenAbout,
    version: 2,
  },
});
