import { type Static, Type } from 'typebox';
import { refusals } from '../rules/refusals.ts';
import type { Call } from './call.ts';
import { Euros, HoldEnd, Moment, Nullable, Page, refused, Time } from './fields.ts';
import { paged, Position, QueryText } from './queries.ts';

/** How a statement looks. It never changes for one that was issued, so that its bytes do not either. */
export type StatementLayout = 1 | 2 | 3 | 4;
/** Of statements that end from now on; each signed head names it. */
export const STATEMENT_LAYOUT: StatementLayout = 4;

export const LedgerView = Page({
  entries: Type.Array(
    Type.Object({
      position: Type.Integer(),
      recordedAt: Time,
      kind: Type.String(),
      amount: Euros,
      balance: Euros,
      reason: Type.String(),
      availableAt: HoldEnd,
      product: Nullable(Type.String({ description: 'What was sold; null: not known, or it is no sale' })),
    }),
    { description: 'Newest first; all of them sum to what is on the account. `balance` is what each one came to, signed' },
  ),
  balance: Euros,
});
export type LedgerView = Static<typeof LedgerView>;

/** A signed balance of an affiliate and the head of the log that it follows from. */
export const StatementView = Type.Object({
  of: Type.String(),
  affiliate: Type.Object({ id: Type.String(), username: Type.String() }),
  balance: Type.Number({ description: 'Decimal euros, signed: what is on the account after all facts up to the head, on hold or not' }),
  at: Type.String({ format: 'date-time' }),
  head: Type.Object({ position: Type.Integer(), hash: Type.String() }, { description: 'As `ops audit --since` reads it' }),
  checkpoint: Nullable(
    Type.String({ description: 'The last signed checkpoint (c2sp.org/tlog-checkpoint): kept, it proves later that no event was changed' }),
  ),
  signed: Type.Object({
    text: Type.String({ description: 'Names everything above' }),
    publicKey: Type.String({ description: 'Ed25519, SubjectPublicKeyInfo, base64' }),
    signature: Type.String({ description: 'Of the text, base64' }),
  }),
});
export type StatementView = Static<typeof StatementView>;

/** Until statements had a checkpoint: the last signed head with roots, and SHA-256 over all of them. */
interface EarlierStatement {
  heads?: { position: number; digest: string } | null;
}

const Sizes = Type.Array(Position, { maxItems: 64, description: 'Sizes of earlier checkpoints, which it proves consistent' });

export const CheckpointView = Type.Object({
  note: Type.String({ description: 'The last signed checkpoint (c2sp.org/tlog-checkpoint)' }),
  size: Type.Integer({ description: 'Events that it has' }),
  signedAt: Time,
  key: Type.String({ description: 'The verifier key of the log (c2sp.org/signed-note)' }),
  continues: Type.Array(Type.Object({ size: Type.Integer(), proof: Type.Array(Type.String({ description: 'A hash, base64' })) }), {
    description: 'Of each earlier size a consistency proof (RFC 6962, 2.1.2)',
  }),
  witnesses: Type.Array(
    Type.Object({
      name: Type.String(),
      size: Nullable(Type.Integer({ description: 'Events of the last checkpoint that it cosigned' })),
      signedAt: Nullable(Time),
      error: Nullable(Type.String({ description: 'Why it did not cosign when it was asked last' })),
    }),
  ),
});
export type CheckpointView = Static<typeof CheckpointView>;

export const PromisesView = Page({
  promises: Type.Array(
    Type.Object({
      transactionId: Type.String(),
      recordedAt: Time,
      dueAt: Type.String({ format: 'date-time', description: 'When a checkpoint has the sale at the latest' }),
      note: Type.String({
        description: 'The promise, signed by the log (c2sp.org/signed-note): what deploy/framelift-verify.mjs --since reads',
      }),
    }),
    { description: 'The newest first' },
  ),
});
export type PromisesView = Static<typeof PromisesView>;

/** The text a statement is signed as; deploy/verify-statement.mjs writes the same. Usernames hold no spaces or brackets. */
export const statementText = ({
  of,
  affiliate,
  balance,
  at,
  head,
  heads,
}: Omit<StatementView, 'signed' | 'checkpoint'> & EarlierStatement): string =>
  `${of} statement: ${affiliate.username} (${affiliate.id}) has ${balance.toFixed(2)} EUR at ${at}, from head ${head.position} ${head.hash}${
    heads ? `, heads to ${heads.position} ${heads.digest}` : ''
  }`;

const billing = (maximum: number, format: 'printed-line' | 'printed-lines' = 'printed-line') =>
  Nullable(Type.String({ maxLength: maximum, format, ...refused({ maxLength: refusals.billingTooLong }) }));

/** The payee's billing details on an affiliate's statements; all optional. Lengths in characters. */
export const BillingBody = Type.Object({
  name: billing(120),
  address: billing(400, 'printed-lines'),
  country: billing(60),
  taxNumber: billing(40),
});
export type BillingBody = Static<typeof BillingBody>;

export const StatementsView = Type.Object({
  months: Type.Array(Type.String({ description: 'YYYY-MM, UTC; the newest first. A month has a statement once it is over' })),
  payouts: Type.Array(Type.Object({ cashoutId: Type.String(), amount: Euros, paidAt: Time }), { description: 'The newest first' }),
  billing: Type.Required(BillingBody),
});
export type StatementsView = Static<typeof StatementsView>;

/** What signed heads vouched for before checkpoints: Merkle roots over the hashes of so many events each, from a position on. */
export interface HeadRoots {
  from: number;
  /** Hex. */
  roots: string[];
}

/** The text that a head is signed as. Both verifiers in deploy/ write the same. */
export const headText = ({ position, hash, from, roots }: { position: number; hash: string } & Partial<HeadRoots>): string =>
  `framelift head ${position} ${hash}${roots ? ` ${from} ${roots.join()}` : ''}`;

export const EVENTS_TO_A_ROOT = 65_536;
export const PAPERS = ['a4', 'letter'] as const;
export type Paper = (typeof PAPERS)[number];
const affiliate = 'affiliate' as const;

export const statementCalls = {
  'GET /api/affiliate/statements': {
    does: 'The months and payouts with a statement, and the affiliate’s billing details on them.',
    permission: affiliate,
    refuses: [404],
    answers: StatementsView,
  },
  'GET /api/affiliate/statements/:month.pdf': {
    does: 'The statement of a month (YYYY-MM, UTC) that has ended; its bytes never change. `paper` is a4 or letter.',
    permission: affiliate,
    lane: 'patient',
    query: { paper: Type.Enum([...PAPERS]) },
    refuses: [404],
    answers: 'pdf',
  },
  'GET /api/affiliate/statements/:month.csv': {
    does: 'All of the same as comma-separated values: figures, terms, billing, position, fingerprint and how to check it.',
    permission: affiliate,
    lane: 'patient',
    refuses: [404],
    answers: 'csv',
  },
  'GET /api/affiliate/payouts/:id.pdf': {
    does: 'The statement of one completed cashout. `paper` is a4 or letter.',
    permission: affiliate,
    lane: 'patient',
    query: { paper: Type.Enum([...PAPERS]) },
    refuses: [404],
    answers: 'pdf',
  },
  'GET /api/affiliate/payouts/:id.csv': {
    does: 'The same as comma-separated values.',
    permission: affiliate,
    lane: 'patient',
    refuses: [404],
    answers: 'csv',
  },
  'GET /api/affiliate/statements/export': {
    does: 'Every event of the account as the log holds it, with proofs up to a checkpoint: what deploy/framelift-verify.mjs checks.',
    permission: affiliate,
    lane: 'patient',
    query: { since: Sizes },
    refuses: [404, 503],
    answers: 'plain',
  },
  'PUT /api/affiliate/billing': {
    does: 'Set the payee’s billing details on statements; all fields, including unchanged ones.',
    permission: affiliate,
    body: BillingBody,
    refuses: [404],
  },
} as const satisfies Record<string, Call>;

const ledgerFilter = { kind: QueryText('Of entries', 40), from: Moment('The first moment'), to: Moment('The moment behind the last') };

/** The balance: every change of it, and signed. */
export const ledgerCalls = {
  'GET /api/affiliate/ledger': {
    does: 'Every change of the available balance, newest first.',
    permission: 'affiliate',
    query: { ...paged, ...ledgerFilter },
    answers: LedgerView,
  },
  'GET /api/affiliate/ledger.csv': { does: 'The ledger as a CSV file.', permission: 'affiliate', query: ledgerFilter, answers: 'csv' },
  'GET /api/admin/affiliates/:id/ledger': {
    does: 'The same of any affiliate.',
    permission: 'admin',
    scope: 'read:affiliates',
    query: { ...paged, ...ledgerFilter },
    answers: LedgerView,
  },
  'GET /api/account/checkpoint': {
    does: 'The last checkpoint of the log, proofs that it continues those that were kept, and the witnesses that cosigned.',
    permission: 'account',
    query: { since: Sizes },
    answers: CheckpointView,
  },
  'GET /api/affiliate/promises': {
    does: 'A signed promise for each credited sale: kept, it proves later that the sale was dropped or changed.',
    permission: 'affiliate',
    query: paged,
    leaves: true,
    answers: PromisesView,
  },
  'GET /api/affiliate/statement': {
    does: 'The available balance, signed with the head of the log it follows from.',
    permission: 'affiliate',
    leaves: true,
    refuses: [404],
    answers: StatementView,
  },
} as const satisfies Record<string, Call>;
