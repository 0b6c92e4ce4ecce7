import { availableSigns, type Books } from './books.ts';

/** What one event adds to figures, signed. Sums of these over events are figures, or parts of them. */
export interface Measures extends Books {
  /** Amounts of sales. */
  soldCents: number;
  sales: number;
  /** Commission on hold until a stated moment, and until an admin decides a review. */
  heldCents: number;
  reviewedCents: number;
  /** Accounts of affiliates. */
  accounts: number;
  /** Cashouts that wait for an admin. */
  waiting: number;
  clicks: number;
  /** Cashouts in a payout run. */
  inRunCents: number;
}
export type Measure = keyof Measures;

export const noMeasures: Measures = {
  earnedCents: 0,
  reversedCents: 0,
  reservedCents: 0,
  paidCents: 0,
  forfeitedCents: 0,
  soldCents: 0,
  sales: 0,
  heldCents: 0,
  reviewedCents: 0,
  accounts: 0,
  waiting: 0,
  clicks: 0,
  inRunCents: 0,
};
export const MEASURES = Object.keys(noMeasures) as Measure[];

/** Whose figures there are. */
export type Owner = 'affiliate' | 'programme' | 'sale' | 'cashout' | 'run';
export type FigureUnit = 'cents' | 'count' | 'basisPoints';
/** Signs of measures, or of figures. */
type Signs<Name extends string> = Readonly<Partial<Record<Name, 1 | -1>>>;

/** A number that a screen shows: a signed sum over events, and of other figures. */
export interface Figure {
  label: string;
  of: readonly Owner[];
  unit: FigureUnit;
  /** What of each event it adds up. */
  sums: Signs<Measure>;
  /** Other figures in it, each one part. */
  and?: Signs<string>;
  /** Never below zero: what it would be below is the other figure. */
  elseIn?: string;
  /** Instead of a sum: the first figure per second one. */
  ratio?: readonly [string, string];
  /** It depends on the time as well, because holds end without an event. */
  clock?: true;
}

/** Every figure that can be asked where it comes from (docs/rules.md#14-numbers). */
export const figures = {
  balance: {
    label: 'Balance',
    of: ['affiliate'],
    unit: 'cents',
    sums: availableSigns as Signs<keyof Books>,
    and: { 'on-hold': -1, 'under-review': -1 },
    elseIn: 'debt',
    clock: true,
  },
  debt: {
    label: 'Debt',
    of: ['affiliate'],
    unit: 'cents',
    sums: { earnedCents: -1, reversedCents: 1, reservedCents: 1, paidCents: 1, forfeitedCents: 1 },
    and: { 'on-hold': 1, 'under-review': 1 },
    elseIn: 'balance',
    clock: true,
  },
  account: { label: 'On the account', of: ['affiliate'], unit: 'cents', sums: availableSigns as Signs<keyof Books> },
  'on-hold': { label: 'On hold', of: ['affiliate'], unit: 'cents', sums: { heldCents: 1 }, clock: true },
  'under-review': { label: 'Under review', of: ['affiliate'], unit: 'cents', sums: { reviewedCents: 1 } },
  earned: { label: 'Total earned', of: ['affiliate', 'programme', 'sale'], unit: 'cents', sums: { earnedCents: 1, reversedCents: -1 } },
  generated: { label: 'Total generated', of: ['affiliate', 'sale'], unit: 'cents', sums: { soldCents: 1 } },
  revenue: { label: 'Revenue', of: ['programme'], unit: 'cents', sums: { soldCents: 1 } },
  paid: { label: 'Paid out', of: ['affiliate', 'programme', 'cashout'], unit: 'cents', sums: { paidCents: 1 } },
  requested: { label: 'In cashouts', of: ['affiliate', 'programme', 'cashout'], unit: 'cents', sums: { reservedCents: 1 } },
  sales: { label: 'Sales', of: ['affiliate', 'programme'], unit: 'count', sums: { sales: 1 } },
  clicks: { label: 'Clicks', of: ['affiliate', 'programme'], unit: 'count', sums: { clicks: 1 } },
  conversion: { label: 'Conversion', of: ['affiliate', 'programme'], unit: 'basisPoints', sums: {}, ratio: ['sales', 'clicks'] },
  'to-next-tier': {
    label: 'Sales to the next tier',
    of: ['affiliate'],
    unit: 'count',
    sums: { sales: -1 },
    and: { 'next-tier': 1 },
    elseIn: 'sales',
  },
  'next-tier': { label: 'The next tier', of: ['affiliate'], unit: 'count', sums: {} },
  affiliates: { label: 'Affiliates', of: ['programme'], unit: 'count', sums: { accounts: 1 } },
  'waiting-cashouts': { label: 'Pending cashouts', of: ['programme'], unit: 'count', sums: { waiting: 1 } },
  outstanding: {
    label: 'Outstanding',
    of: ['programme'],
    unit: 'cents',
    sums: { earnedCents: 1, reversedCents: -1, paidCents: -1, forfeitedCents: -1 },
    and: { debts: 1 },
  },
  debts: { label: 'Owed to you', of: ['programme'], unit: 'cents', sums: {} },
  run: { label: 'Payout run', of: ['run'], unit: 'cents', sums: { inRunCents: 1 } },
} as const satisfies Record<string, Figure>;

export type FigureId = keyof typeof figures;
export const FIGURES = Object.keys(figures) as FigureId[];
export const figureOf = (id: FigureId): Figure => figures[id];

/** What a figure adds of one event, or of a sum over events. */
export const shareOf = ({ sums }: Figure, measures: Measures): number =>
  Object.entries(sums).reduce((sum, [name, sign]) => sum + sign * measures[name as Measure], 0);
