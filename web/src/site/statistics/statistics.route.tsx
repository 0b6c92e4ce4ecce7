import type { MetaFunction } from 'react-router';
import { pages } from '../../lib/pages.ts';
import { usePageMeta } from '../../lib/meta.ts';
import { statisticsPage } from '@framelift/contracts/content/page-statistics';
import type { SiteContent } from '@framelift/contracts/site-sections';
import { useSection } from '../../lib/siteContent.ts';
import { useStatistics } from '../feeds.ts';
import { Failed } from '../../ui/Failed.tsx';
import { Hero } from '../Hero.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { Sections } from '../Section.tsx';
import { StatisticsCards } from './StatisticsCards.tsx';
import styles from './statistics.module.css';

export const meta: MetaFunction = () => usePageMeta(pages.statistics);

export default function StatisticsPage() {
  const texts = useSection('pages.statistics', statisticsPage);
  return (
    <>
      <Hero eyebrow={texts.eyebrow} title={texts.title} lead={texts.lead} />
      <Sections>
        <Numbers texts={texts} />
      </Sections>
    </>
  );
}

export function ErrorBoundary() {
  return <Failed text="Something went wrong. Please try again later." onRetry={() => window.location.reload()} />;
}

function Numbers({ texts }: { texts: SiteContent['pages.statistics'] }) {
  const { data, isError } = useStatistics();
  const nothing = data && Object.values(data).every((value) => value === null);
  if (!data && !isError) return <Loading text="Loading statistics..." />;
  return (
    <>
      {(isError || nothing) && (
        <div className={styles.problem}>
          <Failed text="Failed to load statistics. Using fallback data." onRetry={() => window.location.reload()} />
        </div>
      )}
      <StatisticsCards view={data} texts={texts} />
    </>
  );
}
