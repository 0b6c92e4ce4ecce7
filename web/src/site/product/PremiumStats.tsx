import { Package, SlidersHorizontal, Users } from 'lucide-react';
import { useStatistics } from '../feeds.ts';
import { Stat, Stats } from '../../ui/Stat.tsx';

/** Files that do not answer are silently ignored; what is not known stays empty (docs/product.md#fallbacks). */
const EMPTY = '–';

export function PremiumStats() {
  const { data } = useStatistics();
  return (
    <Stats>
      <Stat label="Total Tweaks" icon={<SlidersHorizontal aria-hidden />} value={data?.premiumTotalTweaksRaw ?? EMPTY} />
      <Stat label="Current Version" icon={<Package aria-hidden />} value={data?.premiumVersion ?? EMPTY} />
      <Stat label="Total Customers" icon={<Users aria-hidden />} value={data?.customersTotalRaw ?? EMPTY} />
    </Stats>
  );
}
