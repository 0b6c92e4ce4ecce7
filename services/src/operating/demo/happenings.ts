import type { Status } from '@framelift/contracts';
import type { PlannedAffiliate } from './affiliates.ts';
import type { PlannedSale } from './sales.ts';

/** Actions, by kind. The actions of one affiliate keep their order. */
export interface Happenings {
  registers: {};
  /** `detail`: the payout address; absent: their own. */
  addsMethod: { paymentType: 'paypal' | 'solana'; detail?: string };
  changesMethod: { detail?: string };
  removesMethod: {};
  asks: { share: number; notes: boolean };
  isProcessed: { status: 'approved' | 'completed' | 'rejected'; proof: number | null };
  isSettled: { status: 'completed' | 'rejected'; proof: number | null };
  reads: { all: boolean };
  isEdited: { status?: Status; tier?: string; commissionBps?: number; username?: string };
  isGivenCode: { code: string };
  leaves: {};
  visits: { page: number; sale: PlannedSale | null; visitors: number };
  checksOut: { sale: PlannedSale };
  buys: { sale: PlannedSale };
  isRefunded: { sale: PlannedSale };
  isPartlyRefunded: { sale: PlannedSale };
  isReversed: { sale: PlannedSale };
  isCredited: { sale: PlannedSale };
  recalculates: {};
}
export type Kind = keyof Happenings;

export interface DemoAction<K extends Kind = Kind> {
  /** ms since the epoch. */
  at: number;
  /** A unique number of the action; ids of its results derive from it. */
  n: number;
  who: PlannedAffiliate | null;
  kind: K;
  what: Happenings[K];
}

/** Plans something. */
export type Happens = <K extends Kind>(at: number, who: PlannedAffiliate | null, kind: K, what: Happenings[K]) => void;
