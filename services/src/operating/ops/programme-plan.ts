import { type ImportSource, rules, totalOfAmounts } from '@framelift/contracts';
import { importKey, type MovedIn } from '../../programme/moving-in/moving-in.decider.ts';
import type { AffiliateRow, At, OtherRow, PayoutRow, Row, SaleRow } from './programme-rows.ts';

/** The log's data about an address: its account, and its earlier imports. */
export interface Known {
  /** `new`: no account has the address. `other`: an admin's or deleted one does, so nothing can be imported. */
  is: 'new' | 'affiliate' | 'other';
  affiliateId: string;
  movedIn: MovedIn;
}
export interface Lookups {
  account(email: string): Promise<Known>;
  /** Whether a name is free, without case. */
  isFree(username: string): Promise<boolean>;
}

/** The import of one affiliate. */
export interface PlannedMove {
  email: string;
  username: string;
  /** They already have an account here. */
  isHere: boolean;
  affiliateId: string;
  /** Their code there, if it differs from the name here: old links do not lead to them. */
  renamedFrom: string | null;
  at: At;
  sales: SaleRow[];
  payouts: PayoutRow[];
  opening: (At & { amountCents: number }) | null;
  /** The balance that the export states; null: none. */
  statedCents: number | null;
  /** The resulting balance, including earlier imports. */
  resultCents: number;
}
/** The outcome of one row. */
export interface Fate extends At {
  does: string;
}
export interface Plan {
  moves: PlannedMove[];
  /** One for each row read. */
  fates: Fate[];
  counts: { rows: number; affiliates: number; sales: number; payouts: number; hereAlready: number; leftOut: number; problems: number };
  /** Balances that differ from the export afterwards, and why. */
  differences: { email: string; thereCents: number; hereCents: number }[];
}

const normal = (text: string) => text.normalize('NFKC').trim().toLowerCase();
const { minimum, maximum } = rules.username;

/** The code at the end of a link. */
const lastPart = (text: string): string => text.replace(/\/+$/, '').split(/[/=]/).at(-1)!;

/** A username from the name there: a link's last part, a code, or the address before the @. */
export const usernameFrom = (text: string): string => {
  const name = lastPart(text)
    .split('@')[0]!
    .normalize('NFD')
    .replaceAll(/[^A-Za-z0-9_-]/g, '')
    .slice(0, maximum - 4);
  return name.length >= minimum ? name : `${name}affiliate`.slice(0, maximum - 4);
};

/** Plans the rows of all files: their affiliates, the new ones, and the outcome. Reads only. */
export async function planImport(from: ImportSource, rows: readonly Row[], lookups: Lookups): Promise<Plan> {
  const fates: Fate[] = [];
  const counts: Plan['counts'] = { rows: rows.length, affiliates: 0, sales: 0, payouts: 0, hereAlready: 0, leftOut: 0, problems: 0 };
  const fate = ({ file, row }: At, does: string) => void fates.push({ file, row, does });
  const problem = (at: At, what: string) => {
    counts.problems++;
    fate(at, `does not fit: ${what}`);
  };
  const leaveOut = (at: At, what: string) => {
    counts.leftOut++;
    fate(at, `left out: ${what}`);
  };

  const others = rows.filter((r): r is OtherRow => r.kind === 'problem' || r.kind === 'left out');
  for (const row of others) (row.kind === 'problem' ? problem : leaveOut)(row, row.what);
  /** Affiliates who are left out, with their rows. */
  const staying = new Set(others.flatMap(({ names = [] }) => names.map(normal)));
  const { people, byName } = peopleOf(rows, problem);
  const hasPayouts = rows.some(({ kind }) => kind === 'payout');
  const moves = new Map<string, PlannedMove & { known: Known }>();
  const taken = new Set<string>();

  const moveOf = async (email: string, at: At): Promise<(PlannedMove & { known: Known }) | null> => {
    const key = normal(email);
    const found = moves.get(key);
    if (found) return found;
    const known = await lookups.account(email);
    if (known.is === 'other') return null;
    const person = people.get(key);
    const code = person?.username ? lastPart(person.username) : null;
    const username = known.is === 'new' ? await freeName(person?.username ?? email, taken, lookups) : '';
    const move = {
      email,
      username,
      isHere: known.is === 'affiliate',
      affiliateId: known.affiliateId,
      renamedFrom: code && username && normal(code) !== normal(username) ? code : null,
      at: { file: at.file, row: at.row },
      known,
      sales: [],
      payouts: [],
      opening: null,
      statedCents: person?.balanceCents ?? null,
      resultCents: 0,
    };
    moves.set(key, move);
    return move;
  };

  for (const person of people.values()) {
    const move = await moveOf(person.email, person);
    if (!move) {
      problem(person, 'The address belongs to an admin here, or to an account that was deleted here');
      continue;
    }
    counts.affiliates++;
    const renamed = move.renamedFrom === null ? '' : `: renamed, as the code '${move.renamedFrom}' is taken or cannot be one here`;
    fate(person, move.isHere ? `${person.email} already has an account` : `${person.email} joins as ${move.username}${renamed}`);
  }
  const seen = new Set<string>();
  for (const row of rows.filter((r): r is SaleRow | PayoutRow => r.kind === 'sale' || r.kind === 'payout')) {
    if (staying.has(normal(row.who))) {
      leaveOut(row, `The affiliate '${row.who}' is left out`);
      continue;
    }
    const email = byName.get(normal(row.who)) ?? (row.who.includes('@') ? row.who : null);
    const move = email && (await moveOf(email, row));
    if (!move) {
      problem(row, email ? 'The affiliate’s address cannot be imported' : `No affiliate '${row.who}' is in these files`);
      continue;
    }
    const key = importKey(row.kind, from, row.id);
    const cents = row.kind === 'sale' ? row.commissionCents : row.amountCents;
    const before = move.known.movedIn.rows[key];
    const euros = (n: number) => (n / 100).toFixed(2);
    if (seen.has(key)) problem(row, `Another row has the same id ${row.id}`);
    else if (before !== undefined && before !== cents)
      problem(row, `It was imported earlier with ${euros(before)} euros, and now has ${euros(cents)}`);
    else if (before !== undefined) {
      counts.hereAlready++;
      fate(row, `${row.kind} ${row.id} was already imported`);
    } else if (row.kind === 'sale') {
      counts.sales++;
      move.sales.push(row);
      const paid = row.paid && !hasPayouts ? ', paid there' : '';
      fate(row, `sale ${row.id} of ${move.email}: ${euros(cents)} euros of commission${paid}`);
    } else {
      counts.payouts++;
      move.payouts.push(row);
      fate(row, `payout ${row.id} to ${move.email}: ${euros(cents)} euros`);
    }
    const isNew = before === undefined && !seen.has(key);
    seen.add(key);
    // Without a list of payouts, a paid commission counts as its own payout.
    if (row.kind === 'sale' && isNew && row.paid && !hasPayouts)
      move.payouts.push({
        kind: 'payout',
        file: row.file,
        row: row.row,
        id: paidBy(row),
        who: row.who,
        amountCents: cents,
        paidAt: row.paidAt ?? row.soldAt,
      });
  }
  const differences = [...moves.values()].flatMap((move) => settle(from, move));
  return { moves: [...moves.values()].map(({ known: _known, ...move }) => move), fates, counts, differences };
}

const paidBy = ({ id }: SaleRow) => `paid ${id}`;

/** Affiliates by address, and the affiliate of each id, code and address there. A repeated address is one affiliate. */
function peopleOf(rows: readonly Row[], problem: (at: At, what: string) => void) {
  const people = new Map<string, AffiliateRow>();
  const byName = new Map<string, string>();
  for (const row of rows) {
    if (row.kind !== 'affiliate') continue;
    if (people.has(normal(row.email))) {
      problem(row, `${row.email} is in the files twice`);
      continue;
    }
    people.set(normal(row.email), row);
    for (const name of [row.email, row.id, row.username]) if (name && !byName.has(normal(name))) byName.set(normal(name), row.email);
  }
  return { people, byName };
}

async function freeName(text: string, taken: Set<string>, { isFree }: Lookups): Promise<string> {
  const base = usernameFrom(text);
  for (let n = 1; ; n++) {
    const name = n === 1 ? base : `${base}-${n}`;
    if (taken.has(normal(name)) || !(await isFree(name))) continue;
    taken.add(normal(name));
    return name;
  }
}

/** A balance above the rows' sum becomes the opening balance, once; a lower one is reported as a difference. */
function settle(from: ImportSource, move: PlannedMove & { known: Known }): Plan['differences'] {
  const { rows, openings } = move.known.movedIn;
  const earlier = Object.entries(rows).reduce((sum, [key, cents]) => {
    const [kind, source] = key.split(' ');
    return source === from ? sum + (kind === 'sale' ? cents : -cents) : sum;
  }, openings[from] ?? 0);
  const sold = move.sales.reduce((sum, { commissionCents }) => sum + commissionCents, 0);
  const paid = totalOfAmounts(move.payouts);
  const sum = earlier + sold - paid;
  const missing = move.statedCents === null ? 0 : move.statedCents - sum;
  if (missing > 0 && openings[from] === undefined) move.opening = { ...move.at, amountCents: missing };
  move.resultCents = sum + (move.opening?.amountCents ?? 0);
  return move.statedCents === null || move.statedCents === move.resultCents
    ? []
    : [{ email: move.email, thereCents: move.statedCents, hereCents: move.resultCents }];
}
