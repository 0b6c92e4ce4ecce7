import { Download, MessagesSquare, Star, Video } from 'lucide-react';
import { goals } from '../home/content.ts';
import { formatCount } from '../../lib/format.ts';
import { useStatistics } from '../feeds.ts';
import { MEMBERS_FALLBACK } from '../Goals.tsx';
import { Stat, Stats } from '../../ui/Stat.tsx';

/** A chat that does not answer counts 10,000+, everything else is N/A (docs/product.md#fallbacks). Downloads as in the goals. */
export function CommunityStats() {
  const { data, isLoading } = useStatistics();
  const shown = (value: number | null | undefined, fallback = 'N/A') =>
    isLoading ? '…' : typeof value === 'number' ? formatCount(value) : fallback;
  return (
    <Stats>
      <Stat label="Chat members" icon={<MessagesSquare aria-hidden />} value={shown(data?.discordMembers, MEMBERS_FALLBACK)} />
      <Stat label="Video subscribers" icon={<Video aria-hidden />} value={shown(data?.videoSubscribers)} />
      <Stat label="Code stars" icon={<Star aria-hidden />} value={shown(data?.codeStars)} />
      <Stat label={goals.downloads.label} icon={<Download aria-hidden />} value={shown(data?.recentDownloads)} />
    </Stats>
  );
}
