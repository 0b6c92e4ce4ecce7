import type { LiveUpdate } from '@framelift/contracts';

const BEAT_MS = 2_000;
/** Without a beat for this long the leader is gone, such as with its browser's process. */
const LONGEST_SILENCE_MS = 5_000;
/** A leader answers sooner. */
const ANSWER_MS = 150;

type Message = { from: string } & (
  { is: 'leading'; connected: boolean; position: number } | { is: 'asking' } | { is: 'leaving' } | { is: 'update'; update: LiveUpdate }
);

interface Member {
  /** Holds the stream until the signal: this tab leads. */
  lead(signal: AbortSignal): void;
  /** Another tab leads; how its stream is. */
  follow(connected: boolean, position: number): void;
  update(update: LiveUpdate): void;
}

/**
 * A browser opens six connections to a host at once, and each stream is one: of the visible tabs of an account one holds it and tells the
 * others. Locks need https, so tabs elect by messages: for a moment two may lead, and the one with the lower name goes on.
 */
export function joinTabs(account: string, member: Member) {
  const from = Math.random().toString(36).slice(2);
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(`live ${account}`) : undefined;
  const state = { connected: false, position: 0 };
  let isIn = false;
  let leader: string | undefined;
  let heardAt = 0;
  let leading: AbortController | undefined;
  let electing: ReturnType<typeof setTimeout> | undefined;

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has none
  const say = (message: Message) => channel?.postMessage(message);
  const sayLeading = () => say({ from, is: 'leading', ...state });
  const lead = () => {
    leader = from;
    leading = new AbortController();
    sayLeading();
    member.lead(leading.signal);
  };
  const elect = () => {
    leader = undefined;
    clearTimeout(electing);
    if (!channel) return lead();
    say({ from, is: 'asking' });
    electing = setTimeout(() => isIn && !leader && lead(), ANSWER_MS * (1 + Math.random()));
  };
  const stepDown = () => {
    leading?.abort();
    leading = undefined;
  };
  const heard = ({ data }: MessageEvent<Message>) => {
    if (!isIn) return;
    if (data.is === 'asking') return leading && sayLeading();
    if (data.is === 'leaving') return data.from === leader && elect();
    if (data.is === 'update') return data.from === leader && member.update(data.update);
    if (leading && from < data.from) return sayLeading();
    stepDown();
    leader = data.from;
    heardAt = Date.now();
    member.follow(data.connected, data.position);
  };
  const enter = () => {
    if (isIn || document.visibilityState === 'hidden') return;
    isIn = true;
    elect();
  };
  const leave = () => {
    isIn = false;
    clearTimeout(electing);
    if (leading) say({ from, is: 'leaving' });
    stepDown();
  };
  const look = () => (document.visibilityState === 'hidden' ? leave() : enter());
  const beat = setInterval(() => {
    if (leading) sayLeading();
    else if (isIn && leader && Date.now() - heardAt > LONGEST_SILENCE_MS) elect();
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
