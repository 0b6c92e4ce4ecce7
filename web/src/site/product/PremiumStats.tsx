import type { ProductPage } from '@framelift/contracts/site-sections';
import { Package, SlidersHorizontal, Users } from 'lucide-react';
import { useStatistics } from '../feeds.ts';
import { Stat, Stats } from '../../ui/Stat.tsx';

/** Files that do not answer are silently ignored; what is not known stays empty (docs/product.md#fallbacks). */
const EMPTY = '–';

type Labels = Pick<ProductPage, 'tweaksLabel' | 'versionLabel' | 'customersLabel'>;

export function PremiumStats({ tweaksLabel, versionLabel, customersLabel }: Labels) {
  const { data } = useStatistics();
  return (
    <Stats>
      <Stat label={tweaksLabel} icon={<SlidersHorizontal aria-hidden />} value={data?.premiumTotalTweaksRaw ?? EMPTY} />
      <Stat label={versionLabel} icon={<Package aria-hidden />} value={data?.premiumVersion ?? EMPTY} />
      <Stat label={customersLabel} icon={<Users aria-hidden />} value={data?.customersTotalRaw ?? EMPTY} />
    </Stats>
  );
}
