import type { SignalRuleName } from '@framelift/contracts';
import { idFrom } from '../../platform/keys.ts';
import type { Pool } from '../../platform/pg.ts';
import { OPEN_SIGNALS } from '../../screens/review/review.tables.ts';
import type { PlannedAffiliate } from './affiliates.ts';
import { type Fraud, FRAUDS } from './frauds.ts';

/** The rules' results on a history with known frauds. */
export interface SignalsFound {
  /** The rules that found each kind of fraud. */
  found: Partial<Record<Fraud, SignalRuleName[]>>;
  missed: Fraud[];
  /** Honest affiliates with an alarm, and by which rules. */
  suspected: { username: string; rules: SignalRuleName[] }[];
  honest: number;
}

/** An affiliate's id follows from the planned one's number. */
export const idOfPlanned = ({ n }: PlannedAffiliate, seed: number): string => idFrom(`demo ${seed} affiliate ${n}`);

/** Compares the alarms with the plan. */
export async function signalsFound(
  pool: Pool,
  seed: number,
  honest: readonly PlannedAffiliate[],
  frauds: readonly { fraud: Fraud; who: PlannedAffiliate }[],
): Promise<SignalsFound> {
  const { rows } = await pool.query<{ id: string; rules: SignalRuleName[] }>(
    `select s.affiliate_id as id, array_agg(distinct s.rule order by s.rule) as rules from (${OPEN_SIGNALS}) s where s.alarm group by s.affiliate_id`,
  );
  const alarms = new Map(rows.map(({ id, rules }) => [id, rules]));
  const rulesOf = (who: PlannedAffiliate) => alarms.get(idOfPlanned(who, seed)) ?? [];
  const played = FRAUDS.filter((kind) => frauds.some(({ fraud }) => fraud === kind));
  const found = Object.fromEntries(
    played.map((kind) => [kind, [...new Set(frauds.filter(({ fraud }) => fraud === kind).flatMap(({ who }) => rulesOf(who)))]]),
  ) as Record<Fraud, SignalRuleName[]>;
  return {
    found: Object.fromEntries(Object.entries(found).filter(([, rules]) => rules.length)),
    missed: played.filter((kind) => !found[kind].length),
    suspected: honest.filter((who) => rulesOf(who).length).map((who) => ({ username: who.username, rules: rulesOf(who) })),
    honest: honest.length,
  };
}

/** The same as text, one line each. */
export function foundWords({ found, missed, suspected, honest }: SignalsFound): string[] {
  const kinds = Object.entries(found);
  if (!kinds.length && !missed.length) return [];
  const share = ((100 * suspected.length) / Math.max(1, honest)).toFixed(1);
  return [
    `Signals: ${kinds.length} of ${kinds.length + missed.length} kinds of fraud found; ${suspected.length} of ${honest} honest affiliates suspected (${share} %).`,
    ...kinds.map(([fraud, rules]) => `  found: ${fraud} (${rules.join(', ')})`),
    ...missed.map((fraud) => `  missed: ${fraud}`),
    ...suspected.map(({ username, rules }) => `  suspected: ${username} (${rules.join(', ')})`),
  ];
}
