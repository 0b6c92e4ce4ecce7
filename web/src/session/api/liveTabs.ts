import type { LiveUpdate } from '@framelift/contracts';

const BEAT_MS = 2_000;
/** Without a beat for this long the leader is gone, such as with its browser's process. */
const LONGEST_SILENCE_MS = 5_000;

/** `since`: when it began to lead, ms. */
interface Leader {
  from: string;
  since: number;
}
type Message = { from: string } & (
  { is: 'leading'; since: number; connected: boolean; position: number } | { is: 'leaving' } | { is: 'update'; update: LiveUpdate }
);

const isBefore = (one: Leader, other: Leader): boolean => one.since < other.since || (one.since === other.since && one.from < other.from);

interface Member {
  /** Holds the stream until the signal: this tab leads. */
  lead(signal: AbortSignal): void;
  /** Another tab leads; how its stream is. */
  follow(connected: boolean, position: number): void;
  update(update: LiveUpdate): void;
}

/**
 * A browser opens six connections to a host at once, and each stream is one: of the visible tabs of an account one holds it and tells the
 * others. Locks need https, so tabs agree by messages: each leads at once, and goes on only if no other has led for longer.
 */
export function joinTabs(account: string, member: Member) {
  const from = Math.random().toString(36).slice(2);
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(`live ${account}`) : undefined;
  const state = { connected: false, position: 0 };
  let isIn = false;
  let leader: Leader | undefined;
  let heardAt = 0;
  let leading: AbortController | undefined;

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has none
  const say = (message: Message) => channel?.postMessage(message);
  const sayLeading = () => say({ is: 'leading', ...leader!, ...state });
  const lead = () => {
    leader = { from, since: Date.now() };
    state.connected = false;
    leading = new AbortController();
    sayLeading();
    member.lead(leading.signal);
  };
  const stepDown = () => {
    leading?.abort();
    leading = undefined;
  };
  const heard = ({ data }: MessageEvent<Message>) => {
    if (!isIn) return;
    const isLeaders = data.from === leader?.from;
    if (data.is === 'leaving') return isLeaders && lead();
    if (data.is === 'update') return isLeaders && member.update(data.update);
    if (leader && !isLeaders && isBefore(leader, data)) return leading && sayLeading();
    stepDown();
    leader = { from: data.from, since: data.since };
    heardAt = Date.now();
    member.follow(data.connected, data.position);
  };
  const enter = () => {
    if (isIn || document.visibilityState === 'hidden') return;
    isIn = true;
    lead();
  };
  const leave = () => {
    isIn = false;
    if (leading) say({ from, is: 'leaving' });
    stepDown();
  };
  const look = () => (document.visibilityState === 'hidden' ? leave() : enter());
  const beat = setInterval(() => {
    if (leading) sayLeading();
    else if (isIn && leader && Date.now() - heardAt > LONGEST_SILENCE_MS) lead();
  }, BEAT_MS);

  channel?.addEventListener('message', heard);
  document.addEventListener('visibilitychange', look);
  window.addEventListener('pagehide', leave);
  window.addEventListener('pageshow', look);
  enter();
  return {
    /** What the leader's stream does, for those who follow. */
    tell(connected: boolean, update?: LiveUpdate): void {
      Object.assign(state, { connected, ...(update && { position: update.position }) });
      if (!leading) return;
      if (update) say({ from, is: 'update', update });
      else sayLeading();
    },
    end(): void {
      leave();
      clearInterval(beat);
      channel?.close();
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', look);
    },
  };
}
