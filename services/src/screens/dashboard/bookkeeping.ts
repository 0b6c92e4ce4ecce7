import { Inject, Injectable } from '@nestjs/common';
import { documentNumber, documentsStream, ledgerKinds, type LedgerKind, type Stored, type Tax } from '@framelift/contracts';
import { Log } from '../../engine/log/log.ts';
import { eurosText } from '../../platform/amounts.ts';
import { csvOf } from '../../platform/csv.ts';
import type { Pool } from '../../platform/pg.ts';
import { POOL } from '../../platform/tokens.ts';
import { ownSql } from '../affiliate-sums.ts';
import { joinAccount, nameOf } from '../names.ts';

/** A change of an affiliate's account, or money that left or came back, with the document about it. */
export interface BookedMovement {
  /** ISO 8601 UTC. */
  at: string;
  kind: LedgerKind | 'cashoutPaid';
  affiliateId: string;
  affiliate: string;
  about: string | null;
  /** What it adds to the account, signed cents. */
  cents: number;
  /** What left the seller's accounts, signed cents. */
  paidCents: number;
  document: { number: string; netCents: number; taxCents: number; tax: Tax } | null;
}

const PAGE = 1_000;
/** Accounts and numbers that a DATEV file names. The first ones are of the chart SKR03. */
export interface DatevFields {
  consultant: number;
  client: number;
  /** Commissions; what is owed to affiliates; the bank; tax that is paid to affiliates. */
  expense: number;
  liability: number;
  bank: number;
  inputTax: number;
}

/** Every movement of a year (UTC) for the seller's books. */
@Injectable()
export class Bookkeeping {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly log: Log,
  ) {}

  /** The oldest first. */
  async movements(year: number): Promise<BookedMovement[]> {
    const bounds = [`${year}-01-01T00:00:00Z`, `${year + 1}-01-01T00:00:00Z`];
    const [{ rows }, documents] = await Promise.all([
      this.pool.query<Omit<BookedMovement, 'at' | 'document'> & { at: Date }>(
        `select m.at, m.kind, m.affiliate_id as "affiliateId", ${nameOf('n', 'm.affiliate_id')} as affiliate, m.about,
           m.cents::bigint as cents, m.paid::bigint as "paidCents" from (
             select at, kind, affiliate_id, about, ${ownSql} as cents,
               case when kind = 'paymentReturned' then -${ownSql} else 0 end as paid, position
             from dashboard.parts where kind = any($3) and at >= $1::timestamptz and at < $2::timestamptz
             union all
             select paid_at, 'cashoutPaid', affiliate_id, cashout_id, 0, amount_cents, position
             from dashboard.cashouts where paid_at >= $1::timestamptz and paid_at < $2::timestamptz) m
         ${joinAccount('n', 'm.affiliate_id')} order by m.at, m.position, m.kind`,
        [...bounds, Object.keys(ledgerKinds)],
      ),
      this.documents(year),
    ]);
    return rows.map(({ at, ...movement }) => ({
      ...movement,
      at: at.toISOString(),
      // A payment that came back in parts has a document about each, in their order.
      document: documents.get(`${movement.kind} ${movement.about}`)?.shift() ?? null,
    }));
  }

  /** The documents of a year, by the movement that each is about. */
  private async documents(year: number): Promise<Map<string, NonNullable<BookedMovement['document']>[]>> {
    const found = new Map<string, NonNullable<BookedMovement['document']>[]>();
    for (let version = 0; ;) {
      const page = await this.log.readStreamPage(documentsStream(year), version, PAGE);
      for (const { data } of page) {
        const { cashoutId, document, cancels } = data as Stored<'DocumentIssued'>;
        const sign = cancels ? -1 : 1;
        const movement = `${cancels ? 'paymentReturned' : 'cashoutPaid'} ${cashoutId}`;
        const issued = {
          number: documentNumber(document),
          netCents: sign * document.netCents,
          taxCents: sign * document.taxCents,
          tax: document.tax,
        };
        found.set(movement, [...(found.get(movement) ?? []), issued]);
      }
      if (page.length < PAGE) return found;
      version = page.at(-1)!.version;
    }
  }
}

const labelOf = (kind: BookedMovement['kind']): string => (kind === 'cashoutPaid' ? 'Cashout paid' : ledgerKinds[kind].label);

const columns = ['date', 'kind', 'affiliateId', 'affiliate', 'about', 'amount', 'paid', 'document', 'net', 'tax', 'taxation'] as const;

export const bookkeepingCsv = (movements: readonly BookedMovement[]): string =>
  csvOf(
    columns,
    movements.map((m) => ({
      date: m.at,
      kind: labelOf(m.kind),
      affiliateId: m.affiliateId,
      affiliate: m.affiliate,
      about: m.about,
      amount: m.cents,
      paid: m.paidCents,
      document: m.document?.number,
      net: m.document?.netCents,
      tax: m.document?.taxCents,
      taxation: m.document?.tax,
    })),
    eurosText,
  );

/** Kinds of the ledger that only set money aside for a cashout: no booking. */
const RESERVATIONS = new Set<BookedMovement['kind']>(['cashoutRequested', 'cashoutRejected']);

interface Booking {
  /** Positive cents; `isDebit`: of the account. */
  cents: number;
  isDebit: boolean;
  account: number;
  contra: number;
  at: string;
  field: string;
  text: string;
}

function bookingsOf(m: BookedMovement, a: DatevFields): Booking[] {
  if (RESERVATIONS.has(m.kind)) return [];
  const booking = (cents: number, account: number, contra: number, text = labelOf(m.kind)): Booking[] =>
    cents
      ? [{ cents: Math.abs(cents), isDebit: cents > 0, account, contra, at: m.at, field: m.document?.number ?? m.about ?? '', text }]
      : [];
  const moved = m.paidCents ? booking(m.paidCents, a.liability, a.bank) : booking(m.cents, a.expense, a.liability);
  const tax = m.document ? booking(m.document.taxCents, a.inputTax, a.expense, `Tax of ${m.document.number}`) : [];
  return [...moved, ...tax];
}

const COLUMNS =
  '"Umsatz (ohne Soll/Haben-Kz)";"Soll/Haben-Kennzeichen";"WKZ Umsatz";"Kurs";"Basis-Umsatz";"WKZ Basis-Umsatz";"Konto";"Gegenkonto (ohne BU-Schlüssel)";"BU-Schlüssel";"Belegdatum";"Belegfeld 1";"Belegfeld 2";"Skonto";"Buchungstext"';
/** Letters that a document's number may have in DATEV. */
const fieldText = (text: string): string => text.replaceAll(/[^A-Za-z0-9$&%*+\-/]/g, '').slice(0, 36);
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** DATEV's EXTF file of bookings (format 700, category 21, version 13), in UTF-8 with its mark. `at`: when it is made (ISO 8601 UTC). */
export function datevFile(year: number, movements: readonly BookedMovement[], a: DatevFields, at: string): string {
  const made = at.replaceAll(/\D/g, '');
  const days = `${year}0101;4;${year}0101;${year}1231`;
  const head = `"EXTF";700;21;"Buchungsstapel";13;${made};;"";"";"";${a.consultant};${a.client};${days};"Affiliates ${year}";"";1;0;0;"EUR";;"";;;"";;;"";""`;
  const line = ({ cents, isDebit, account, contra, at: when, field, text }: Booking, affiliateId: string) => {
    const day = `${when.slice(8, 10)}${when.slice(5, 7)}`;
    const sum = `${eurosText(cents, ',')};${isDebit ? '"S"' : '"H"'};"EUR";;;""`;
    return `${sum};${account};${contra};"";${day};${quoted(fieldText(field))};"";;${quoted(`${text} ${affiliateId}`.slice(0, 60))}`;
  };
  const lines = movements.flatMap((m) => bookingsOf(m, a).map((booking) => line(booking, m.affiliateId)));
  return `\uFEFF${[head, COLUMNS, ...lines].join('\r\n')}\r\n`;
}
