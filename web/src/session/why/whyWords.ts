import type { FigureId, FigureUnit, PartKind, WhyView } from '@framelift/contracts';
import { formatCount, formatMoney, formatPercent } from '../../lib/format.ts';
import { figureLabels } from './figureLabels.ts';

/** What parts of a kind are called, one and several. */
const nouns: Record<PartKind, readonly [string, string]> = {
  sale: ['sale', 'sales'],
  reversal: ['refund', 'refunds'],
  restored: ['restored sale', 'restored sales'],
  cashoutRequested: ['requested cashout', 'requested cashouts'],
  cashoutRejected: ['rejected cashout', 'rejected cashouts'],
  cashoutApproved: ['approved cashout', 'approved cashouts'],
  cashoutCompleted: ['paid cashout', 'paid cashouts'],
  paymentReturned: ['returned payment', 'returned payments'],
  forfeited: ['deleted account', 'deleted accounts'],
  saleImported: ['imported sale', 'imported sales'],
  payoutImported: ['imported payment', 'imported payments'],
  openingImported: ['imported balance', 'imported balances'],
  holdReleased: ['released hold', 'released holds'],
  reviewBegun: ['review', 'reviews'],
  reviewOver: ['finished review', 'finished reviews'],
  tier: ['tier change', 'tier changes'],
  registered: ['registration', 'registrations'],
  deleted: ['deleted account', 'deleted accounts'],
  visit: ['click', 'clicks'],
  runStarted: ['run started', 'runs started'],
  runLeft: ['removal', 'removals'],
};

type Sum = WhyView['sums'][number];

/** A value in the words of its unit: €376.20, 41, 2.5%. */
export const formatFigure = (unit: FigureUnit, value: number): string => {
  if (unit === 'cents') return formatMoney(value / 100);
  return unit === 'count' ? formatCount(value) : formatPercent(value / 100);
};
/** The same as a change: with its sign. */
export const formatChange = (unit: FigureUnit, value: number): string => `${value > 0 ? '+' : ''}${formatFigure(unit, value)}`;

/** The unit of the parts of a figure: those of a ratio are counted. */
export const unitOfParts = (unit: FigureUnit): FigureUnit => (unit === 'basisPoints' ? 'count' : unit);

/** The figure that a kind of part is, if it is one. */
export const figureOfKind = (kind: string): FigureId | undefined => (Object.hasOwn(figureLabels, kind) ? (kind as FigureId) : undefined);

/** '41 sales', 'On hold'. */
export const kindName = ({ kind, count }: Pick<Sum, 'kind' | 'count'>): string => {
  const figure = figureOfKind(kind);
  if (figure) return figureLabels[figure];
  const [one, several] = nouns[kind as PartKind];
  return `${formatCount(count)} ${count === 1 ? one : several}`;
};

/** '41 sales €402.60, 2 refunds −€26.40'; of what is counted, '41 sales, 2 refunds −2'. */
export const sentenceOf = ({ unit, sums }: Pick<WhyView, 'unit' | 'sums'>): string =>
  sums
    .map((sum) => {
      const name = figureOfKind(sum.kind) ? kindName(sum).toLowerCase() : kindName(sum);
      const isCounted = unit !== 'cents' && sum.amount === sum.count;
      return isCounted ? name : `${name} ${formatFigure(unitOfParts(unit), sum.amount)}`;
    })
    .join(', ');

/** What each kind adds more now than it did then. */
export const changesSince = (then: readonly Sum[], now: readonly Sum[]): Sum[] =>
  [...new Set([...now, ...then].map(({ kind }) => kind))].flatMap((kind) => {
    const [before, after] = [then, now].map((sums) => sums.find((sum) => sum.kind === kind));
    const count = Math.max(1, (after?.count ?? 0) - (before?.count ?? 0));
    const amount = (after?.amount ?? 0) - (before?.amount ?? 0);
    return amount ? [{ kind, count, amount }] : [];
  });
