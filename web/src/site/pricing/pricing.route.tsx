import { Link, type MetaFunction } from 'react-router';
import { pricingPage } from '@framelift/contracts/content/page-pricing';
import { reviews as firstReviews } from '@framelift/contracts/content/reviews';
import { pages } from '../../lib/pages.ts';
import { rated } from '../content/products.ts';
import { usePageMeta } from '../../lib/meta.ts';
import { paths } from '../../lib/paths.ts';
import { useSection } from '../../lib/siteContent.ts';
import { soldOn } from '../pageData.ts';
import { Hero } from '../Hero.tsx';
import { Section, Sections } from '../Section.tsx';
import { Comparison } from '../sections/Comparison.tsx';
import { Plans } from './Plans.tsx';
import styles from './pricing.module.css';
import { Reviews } from './Reviews.tsx';

export const meta: MetaFunction = () => usePageMeta(pages.pricing);
export const handle = soldOn(rated.free, rated.main);

export default function PricingPage() {
  const texts = useSection('pages.pricing', pricingPage);
  const { reviews } = useSection('reviews', { reviews: firstReviews });
  return (
    <>
      <Hero eyebrow={texts.eyebrow} title={texts.title} lead={texts.lead}>
        <Plans texts={texts} />
      </Hero>
      <Sections>
        {reviews.length > 0 && (
          <Section eyebrow={texts.reviewsEyebrow} title={texts.reviewsTitle} lead={texts.reviewsLead}>
            <Reviews reviews={reviews} />
          </Section>
        )}
        <Section eyebrow={texts.comparisonEyebrow} title={texts.comparisonTitle}>
          <Comparison
            caption={texts.comparisonTitle}
            columns={[texts.freeColumn, texts.premiumColumn]}
            rows={texts.comparison.map(({ feature, free, premium }) => ({ feature, first: free, second: premium }))}
          />
        </Section>
        <p className={styles.faq}>
          {texts.questionsText} <FaqLink label={texts.questionsLabel} />
        </p>
      </Sections>
    </>
  );
}

/** The questions are on the home page, which scrolls to them on arrival. */
function FaqLink({ label }: { label: string }) {
  return <Link to={`${paths.home}#faq`}>{label}</Link>;
}
