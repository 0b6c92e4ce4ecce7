import type { MissingSaleState } from '@framelift/contracts';
import { Badge } from '../../ui/Badge.tsx';

const badges = { open: ['Under review', 'yellow'], credited: ['Credited', 'green'], refused: ['Not credited', 'grey'] } as const;

/** What became of a missing sale. */
export function MissingSaleBadge({ state }: { state: MissingSaleState }) {
  const [text, tone] = badges[state];
  return <Badge tone={tone}>{text}</Badge>;
}
