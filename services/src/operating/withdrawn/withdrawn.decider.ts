import { type Events, type Fact, fact, type FactData, withdrawnRefusals, type WithdrawnState, withdrawnStream } from '@framelift/contracts';
import type { Decider, Source } from '../../engine/log/deciding/decider.ts';
import { refuseIf } from '../../platform/refused.ts';

export type WithdrawnEvent = FactData<Events['EventsWithdrawn']>['events'][number];

/** A withdrawn event, and what an admin decided about it. */
export interface Withdrawn extends WithdrawnEvent {
  isThere: boolean;
  listedAt: number;
  state: WithdrawnState;
  /** The position of what was recorded. */
  recordedAs: number | null;
  reason: string | null;
}

/** What fell out of one account, by id. */
export type WithdrawnOfAccount = Readonly<Record<string, Withdrawn>>;

export const withdrawnDecider: Decider<WithdrawnOfAccount> = {
  name: 'withdrawn',
  version: 1,
  initial: {},
  evolve: {
    EventsWithdrawn: (all, { events, isThere }, { position: listedAt }) => ({
      ...all,
      ...Object.fromEntries(
        events.map((one) => [one.id, { ...one, isThere, listedAt, state: 'open' as const, recordedAs: null, reason: null }]),
      ),
    }),
    WithdrawnEventRecorded: (all, { id, position }) => ({ ...all, [id]: { ...all[id]!, state: 'recorded', recordedAs: position ?? null } }),
    WithdrawnEventLeftOut: (all, { id, reason }) => ({ ...all, [id]: { ...all[id]!, state: 'leftOut', reason } }),
  },
};

export const withdrawnSource = (affiliateId: string): Source<WithdrawnOfAccount> => ({
  streamId: withdrawnStream(affiliateId),
  decider: withdrawnDecider,
});

const known = (all: WithdrawnOfAccount, id: string): Withdrawn => {
  const found = Object.hasOwn(all, id) ? all[id] : undefined;
  refuseIf(!found, withdrawnRefusals.notFound, 'missing');
  return found!;
};

/** The event, if a command can record it again. @throws Refused */
export const recordable = (all: WithdrawnOfAccount, id: string): Withdrawn & { kept: object } => {
  const found = known(all, id);
  refuseIf(found.state === 'leftOut', withdrawnRefusals.decided, 'conflict');
  refuseIf(!found.kept || !found.isThere, withdrawnRefusals.notRecordable, 'conflict');
  return { ...found, kept: found.kept! };
};

/** `position`: of what its command appended; 0: it was there already. What was recorded counts, whatever was decided meanwhile. */
export const recorded = (all: WithdrawnOfAccount, { id, position }: { id: string; position: number }): Fact[] =>
  known(all, id).state === 'recorded' ? [] : [fact('WithdrawnEventRecorded', { id, ...(position ? { position } : {}) })];

export const leftOut = (all: WithdrawnOfAccount, { id, reason }: { id: string; reason: string }): Fact[] => {
  const { state } = known(all, id);
  refuseIf(state === 'recorded', withdrawnRefusals.decided, 'conflict');
  return state === 'leftOut' ? [] : [fact('WithdrawnEventLeftOut', { id, reason })];
};
