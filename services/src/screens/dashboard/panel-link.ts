import { dashboardPath, type FigureId, invoiceNamed } from '@framelift/contracts';

/** Which figure explains a line of an account. */
const figureOf = (kind: string, about: string | null): FigureId => {
  if (kind === 'cashoutCompleted') return 'paid';
  if (kind.startsWith('cashout') || kind === 'paymentReturned') return 'requested';
  return about && invoiceNamed(about) ? 'earned' : 'account';
};

/** The address of the panel of an amount. `line`: null is the account's balance. `at`: a position, or a time (ISO 8601 UTC). */
export function panelLink(site: string, line: { kind: string; about?: string | null } | null, at: number | string): string {
  const why = line ? figureOf(line.kind, line.about ?? null) : 'account';
  const of: Record<string, string> = line && why !== 'account' ? { of: line.about! } : {};
  return site + dashboardPath('overview', { why, ...of, at: String(at) });
}
