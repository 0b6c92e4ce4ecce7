import { hasExamples } from '@framelift/contracts/site-examples';
import { sectionInfo } from '@framelift/contracts/site-sections';
import { Soft } from '../../ui/layout/Text.tsx';
import { type SectionView, useSiteQuery } from './siteApi.ts';

/** Sections that still have the first content, which other brands do not show. */
export const examplesIn = (sections: readonly SectionView[]): SectionView[] =>
  sections.filter(({ section, published, draft }) => hasExamples(section) && published['example'] === true && !draft);

/** What the first brand does to the examples, said before it is published. */
export function ExamplesLeft({ sections: chosen }: { sections: readonly SectionView[] }) {
  const { data } = useSiteQuery();
  const isFirstBrand = chosen.some(({ section, position }) => section === 'brand' && position === 0);
  const left = examplesIn(data?.sections ?? []);
  if (!isFirstBrand || !left.length) return null;
  const names = left.map(({ section }) => sectionInfo(section).title.toLowerCase());
  return (
    <Soft>
      With your brand, visitors no longer see the example content: {names.join(', ')}. Replace it or keep it afterwards, one section at a
      time.
    </Soft>
  );
}
