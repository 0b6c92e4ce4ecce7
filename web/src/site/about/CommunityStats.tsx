import type { SiteContent } from '@framelift/contracts/site-sections';
import { Star, Video } from 'lucide-react';
import { formatCount } from '../../lib/format.ts';
import { useStatistics } from '../feeds.ts';
import { Stat, Stats } from '../../ui/Stat.tsx';

/** What the goals below do not count. A source that does not answer is N/A (docs/product.md#fallbacks). */
export function CommunityStats({ texts }: { texts: Pick<SiteContent['pages.about-us'], 'subscribersLabel' | 'starsLabel'> }) {
  const { data, isLoading } = useStatistics();
  const shown = (value: number | null | undefined) => (isLoading ? '…' : typeof value === 'number' ? formatCount(value) : 'N/A');
  return (
    <Stats>
      <Stat label={texts.subscribersLabel} icon={<Video aria-hidden />} value={shown(data?.videoSubscribers)} />
      <Stat label={texts.starsLabel} icon={<Star aria-hidden />} value={shown(data?.codeStars)} />
    </Stats>
  );
}
