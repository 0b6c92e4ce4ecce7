import { newestFirst, reviews as firstReviews } from '@framelift/contracts/content/reviews';
import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { type ShownProduct, useIsShown, useSection } from '../../lib/siteContent.ts';
import { Card } from '../../ui/Card.tsx';
import { Accordion } from '../../ui/lists/Accordion.tsx';
import { CheckList } from '../CheckList.tsx';
import { Hero } from '../Hero.tsx';
import { ReviewRow } from '../reviews/ReviewRow.tsx';
import { HeroPicture, hasHeroPicture } from '../sections/HeroPicture.tsx';
import { PageSections } from '../sections/PageSections.tsx';
import { Section } from '../Section.tsx';
import { Video } from '../Video.tsx';
import { Offer } from './Offer.tsx';
import { PremiumStats } from './PremiumStats.tsx';
import styles from './product.module.css';
import { useProductPage } from './useProductPage.ts';

/** The page of a paid product: what it is, what others say, and the way to buy it. Sections without content are left out. */
export function ProductPage({ product }: { product: ShownProduct }) {
  const texts = useProductPage(product);
  const hasPricing = useIsShown()(paths.pricing);
  const { reviews } = useSection('reviews', { reviews: firstReviews });
  const own = {
    reviews: reviews.length > 0 && (
      <Section eyebrow={texts.reviewsEyebrow} title={texts.reviewsTitle} lead={texts.reviewsLead}>
        <ReviewRow reviews={newestFirst(reviews).slice(0, 3)} />
      </Section>
    ),
    faq: texts.questions.length > 0 && (
      <Section beside eyebrow={texts.questionsEyebrow} title={texts.questionsTitle}>
        <Accordion entries={texts.questions} />
      </Section>
    ),
    stats: product.isMain && <PremiumStats {...texts} />,
    features: texts.features.length > 0 && (
      <Section eyebrow={texts.featuresEyebrow} title={texts.featuresTitle} lead={texts.featuresLead}>
        <div className={styles.features}>
          {texts.features.map(({ title, items }, i) => (
            <Card key={i} as="section">
              <h3 className={styles.featureTitle}>{title}</h3>
              <CheckList items={items} />
            </Card>
          ))}
        </div>
      </Section>
    ),
    video: texts.guideUrl !== null && (
      <Section beside eyebrow={texts.videoEyebrow} title={texts.videoTitle} lead={texts.videoLead}>
        <Video title={texts.guideTitle || product.title} url={texts.guideUrl} />
      </Section>
    ),
  };
  return (
    <>
      <Hero
        eyebrow={texts.eyebrow}
        title={texts.title}
        lead={texts.lead}
        actions={<CheckList items={texts.claims} />}
        aside={<Offer product={product} {...texts} />}
      >
        {hasHeroPicture(texts) && <HeroPicture {...texts} />}
      </Hero>
      <PageSections sections={texts.sections} own={own}>
        {hasPricing && (
          <p>
            <Link className={styles.back} to={paths.pricing}>
              <ArrowLeft aria-hidden />
              Back to Pricing
            </Link>
          </p>
        )}
      </PageSections>
    </>
  );
}
