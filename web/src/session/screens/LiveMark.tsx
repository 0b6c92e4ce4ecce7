import { Badge } from '../../ui/Badge.tsx';

/** Says whether a screen hears of new facts by itself; a lost connection is said aloud and taken up again. */
export function LiveMark({ connected }: { connected: boolean }) {
  return <output>{connected ? <Badge tone="green">Live</Badge> : <Badge tone="yellow">Reconnecting…</Badge>}</output>;
}
