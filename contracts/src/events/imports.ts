import { Type } from 'typebox';
import { catalogue } from './catalogue.ts';
import { Cents, IMPORT_SOURCES, StillHeldUntil, Time } from './event-fields.ts';

/** Where an imported fact stood: the programme, its file and row, which is its line without that of the names. */
export const importedFrom = {
  from: Type.Enum(IMPORT_SOURCES),
  file: Type.String({ minLength: 1, maxLength: 200 }),
  row: Type.Integer({ minimum: 1 }),
};
/** What it is called there. */
const sourceId = Type.String({ minLength: 1, maxLength: 100 });

/** Facts of another programme that an operator moved in, on the affiliate's stream (docs/rules.md#29-moving-in). */
export const importEvents = catalogue({
  SaleImported: {
    means: 'A commission that another programme credited before the affiliate moved in.',
    visibleTo: 'affiliate',
    people: { topic: 'money', bell: null, mail: null, adminMail: null, action: null, public: null },
    money: {
      moves: ({ commissionCents }) => ({ earnedCents: commissionCents }),
      ledger: { saleImported: { label: 'Imported commission', why: 'Commission moved in: {about}' } },
      sale: 1,
    },
    data: Type.Object({
      ...importedFrom,
      sourceId,
      /** Title of a product of the site. */
      product: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      amountCents: Cents,
      commissionCents: Cents,
      soldAt: Time,
      availableAt: StillHeldUntil,
    }),
    version: 2,
  },
  PayoutImported: {
    means: 'A payment that another programme made before the affiliate moved in.',
    visibleTo: 'affiliate',
    people: { topic: 'cashouts', bell: null, mail: null, adminMail: null, action: null, public: null },
    money: {
      moves: ({ amountCents }) => ({ paidCents: amountCents }),
      ledger: { payoutImported: { label: 'Imported payment', why: 'Payment moved in: {about}' } },
    },
    data: Type.Object({ ...importedFrom, sourceId, amountCents: Cents, paidAt: Time }),
  },
  OpeningBalanceImported: {
    means: 'What another programme owed an affiliate beyond the sales and payouts that were moved in.',
    visibleTo: 'affiliate',
    people: { topic: 'system', bell: null, mail: null, adminMail: null, action: null, public: null },
    money: {
      moves: ({ amountCents }) => ({ earnedCents: amountCents }),
      ledger: { openingImported: { label: 'Opening balance', why: 'Balance moved in from {about}' } },
    },
    data: Type.Object({ ...importedFrom, amountCents: Cents }),
  },
});
