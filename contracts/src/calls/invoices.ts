import { type Static, Type } from 'typebox';
import { TAXES } from '../rules/documents.ts';
import type { Call } from './call.ts';
import { Euros, Nullable, Time } from './fields.ts';
import { PAPERS } from './statements.ts';

/** Self-billing invoices, and the seller's books (docs/rules.md#32-bookkeeping). */

export const InvoicesView = Type.Object({
  invoices: Type.Array(
    Type.Object({
      number: Type.String({ description: 'Year and number, such as 2026-000001; without a gap within a year' }),
      cashoutId: Type.String(),
      issuedAt: Time,
      net: Type.Number({ description: 'Decimal euros, negative where it cancels' }),
      tax: Type.Number({ description: 'Decimal euros, negative where it cancels' }),
      total: Euros,
      taxation: Type.Enum(TAXES, { description: 'In the seller’s country, by the seller (reverse charge), or none' }),
      cancels: Nullable(Type.String({ description: 'The number of the invoice that it cancels: its payment came back' })),
    }),
    { description: 'The newest first' },
  ),
  years: Type.Array(Type.Integer(), { description: 'Years that are over and have invoices, the newest first' }),
});
export type InvoicesView = Static<typeof InvoicesView>;

const paper = { paper: Type.Enum([...PAPERS]) };
const number = (initial: number, what: string, minimum = 1, maximum = 99_999) =>
  Type.Integer({ minimum, maximum, description: `${what}; ${initial} by default` });
/** What a DATEV file names, by chart SKR03 where nothing else is said. */
export const datevDefaults = { consultant: 1001, client: 1, expense: 4760, liability: 1700, bank: 1200, inputTax: 1576 } as const;

export const invoiceCalls = {
  'GET /api/affiliate/invoices': {
    does: 'The affiliate’s self-billing invoices, which the terms may say are made of what is paid.',
    permission: 'affiliate',
    refuses: [404],
    answers: InvoicesView,
  },
  'GET /api/affiliate/invoices/:number.pdf': {
    does: 'One invoice; its bytes never change. `paper` is a4 or letter.',
    permission: 'affiliate',
    lane: 'patient',
    query: paper,
    refuses: [404],
    answers: 'pdf',
  },
  'GET /api/affiliate/invoice-years/:year.pdf': {
    does: 'All invoices of a year that is over, with their sums. `paper` is a4 or letter.',
    permission: 'affiliate',
    lane: 'patient',
    query: paper,
    refuses: [404],
    answers: 'pdf',
  },
  'GET /api/admin/invoices/:number.pdf': {
    does: 'Any affiliate’s invoice.',
    permission: 'admin',
    scope: 'read:affiliates',
    lane: 'patient',
    query: paper,
    refuses: [404],
    answers: 'pdf',
  },
  'GET /api/admin/bookkeeping.csv': {
    does: 'Every movement of a year (UTC): changes of accounts, and money that left or came back, with the invoice about it. `format=datev` is DATEV’s EXTF file of bookings on the accounts that are named.',
    permission: 'admin',
    scope: 'read:affiliates',
    lane: 'patient',
    query: {
      year: Type.Integer({ minimum: 2000, maximum: 2099, description: 'This one by default' }),
      format: Type.Enum(['csv', 'datev']),
      consultant: number(datevDefaults.consultant, 'DATEV’s number of the consultant', 1_001, 9_999_999),
      client: number(datevDefaults.client, 'DATEV’s number of the client'),
      expense: number(datevDefaults.expense, 'Account of commissions'),
      liability: number(datevDefaults.liability, 'Account of what is owed to affiliates'),
      bank: number(datevDefaults.bank, 'Account that pays'),
      inputTax: number(datevDefaults.inputTax, 'Account of tax in what is paid'),
    },
    answers: 'csv',
  },
} as const satisfies Record<string, Call>;
