import { type Static, Type } from 'typebox';
import { missingSaleRefusals, missingSaleRules } from '../rules/missing-sales.ts';
import { refusals } from '../rules/refusals.ts';
import { forAdmins } from './call.ts';
import { CalendarDay, Email, explained, FreeText, NoteView, Nullable, Page, refused, RequiredLine, Time } from './fields.ts';
import { listed, paged } from './queries.ts';
import { AdminSaleView } from './sales.ts';

/** A sale that an affiliate misses, and what an admin answers (docs/rules.md#24-missing-sales). */

export const MISSING_SALE_STATES = ['open', 'credited', 'refused'] as const;
export type MissingSaleState = (typeof MISSING_SALE_STATES)[number];

/** At least one of invoice and customerEmail, by which it can be found. */
export const MissingSaleBody = Type.Object({
  boughtOn: CalendarDay(
    { type: refusals.fieldsRequired, maxLength: missingSaleRefusals.dayInvalid, format: missingSaleRefusals.dayInvalid },
    'The day of the purchase, YYYY-MM-DD',
  ),
  invoice: Type.Optional(
    Nullable(
      Type.String({
        maxLength: missingSaleRules.invoice,
        format: 'line',
        description: 'What the buyer’s receipt calls the purchase',
        ...refused({ maxLength: missingSaleRefusals.invoiceTooLong }),
      }),
    ),
  ),
  customerEmail: Type.Optional(Nullable(Email)),
  notes: FreeText,
});
export type MissingSaleBody = Static<typeof MissingSaleBody>;
export const CreditMissingSaleBody = Type.Object({ transactionId: RequiredLine(100), ...explained });
export type CreditMissingSaleBody = Static<typeof CreditMissingSaleBody>;
export const RefuseMissingSaleBody = Type.Object(explained);
export type RefuseMissingSaleBody = Static<typeof RefuseMissingSaleBody>;

export const MissingSaleView = Type.Object({
  id: Type.String(),
  reportedAt: Time,
  boughtOn: Type.String({ format: 'date' }),
  invoice: Nullable(Type.String({ description: 'As the affiliate wrote it; null where they did not, or it was erased' })),
  customerEmail: Nullable(Type.String({ description: 'Null where it was not given, or was erased' })),
  notes: Nullable(Type.String()),
  state: Type.Enum(MISSING_SALE_STATES),
  answeredAt: Nullable(Time),
  transactionId: Nullable(Type.String({ description: 'The sale it turned out to be' })),
  reason: Nullable(Type.String({ description: 'What the admin wrote to the affiliate' })),
});
export type MissingSaleView = Static<typeof MissingSaleView>;

export const MissingSalesView = Page({ missingSales: Type.Array(MissingSaleView) });
export type MissingSalesView = Static<typeof MissingSalesView>;
export const AdminMissingSaleView = Type.Object({
  ...MissingSaleView.properties,
  affiliate: Type.Object({ id: Type.String(), username: Type.String() }),
  internalNote: NoteView,
});
export type AdminMissingSaleView = Static<typeof AdminMissingSaleView>;
export const AdminMissingSalesView = Page({ missingSales: Type.Array(AdminMissingSaleView) });
export type AdminMissingSalesView = Static<typeof AdminMissingSalesView>;
export const MissingSaleCandidatesView = Type.Object({
  sales: Type.Array(AdminSaleView, { description: 'The likeliest first, three at most' }),
});
export type MissingSaleCandidatesView = Static<typeof MissingSaleCandidatesView>;

export const missingSaleCalls = {
  'GET /api/affiliate/missing-sales': {
    does: 'Sales that the affiliate said are missing, newest first, and what became of it.',
    permission: 'affiliate',
    query: paged,
    answers: MissingSalesView,
  },
  'POST /api/affiliate/missing-sales': {
    does: 'Say that a sale was not credited. An admin looks for it.',
    permission: 'affiliate',
    body: MissingSaleBody,
    status: 201,
    refuses: [404],
  },
} as const;

export const adminMissingSaleCalls = forAdmins({
  'GET /api/admin/missing-sales': {
    does: 'Sales that affiliates said are missing; `status` is open, credited or refused.',
    scope: 'read:affiliates',
    query: { ...listed('createdAt'), status: Type.Enum([...MISSING_SALE_STATES]) },
    answers: AdminMissingSalesView,
  },
  'GET /api/admin/missing-sales/:id/candidates': {
    does: 'Checkouts that may be the missing sale: not credited, of that buyer or bought within a day of it.',
    scope: 'read:affiliates',
    answers: MissingSaleCandidatesView,
    refuses: [404],
  },
  'POST /api/admin/missing-sales/:id/credit': {
    does: 'Credit a completed invoice to the affiliate who missed it, and say so. One that is theirs already is only named.',
    body: CreditMissingSaleBody,
  },
  'POST /api/admin/missing-sales/:id/refuse': { does: 'Answer that there is nothing to credit, and why.', body: RefuseMissingSaleBody },
});
