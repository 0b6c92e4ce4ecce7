import { ArrowLeft } from 'lucide-react';
import { newestFirst, reviews as firstReviews } from '@framelift/contracts/content/reviews';
import { euros } from '@framelift/contracts/rules';
import { Link, type MetaFunction } from 'react-router';
import { pages } from '../../lib/pages.ts';
import { premiumPage } from '@framelift/contracts/content/page-premium';
import { products } from '../content/products.ts';
import { usePageMeta } from '../../lib/meta.ts';
import { paths } from '../../lib/paths.ts';
import { useIsShown, useProduct, useSection } from '../../lib/siteContent.ts';
import { BuyNow } from '../../checkout/order/BuyNow.tsx';
import { Quantity, useQuantity } from '../../checkout/order/Quantity.tsx';
import { Card } from '../../ui/Card.tsx';
import { Accordion } from '../../ui/lists/Accordion.tsx';
import { CheckList } from '../CheckList.tsx';
import { soldOn } from '../pageData.ts';
import { Hero } from '../Hero.tsx';
import { Price } from '../Price.tsx';
import { ReviewRow } from '../reviews/ReviewRow.tsx';
import { Section, Sections } from '../Section.tsx';
import { Video } from '../Video.tsx';
import { useCoupon } from './coupon.ts';
import { CouponField } from './CouponField.tsx';
import styles from './premium.module.css';
import { PremiumStats } from './PremiumStats.tsx';

export const meta: MetaFunction = () => usePageMeta(pages.premium);
export const handle = soldOn(products.premium);

export default function PremiumPage() {
  const { code, setCode, said: found } = useCoupon();
  const product = useProduct('premium');
  const { quantity, choose } = useQuantity(product);
  const texts = useSection('pages.premium', premiumPage);
  const hasPricing = useIsShown()(paths.pricing);
  const { reviews } = useSection('reviews', { reviews: firstReviews });
  return (
    <>
      <Hero
        eyebrow="Premium Utility"
        title={texts.title}
        lead={texts.lead}
        actions={<CheckList items={texts.claims} />}
        aside={
          product && (
            <Card as="section" className={styles.offer} aria-labelledby="offer">
              <h2 id="offer" className={styles.offerTitle}>
                {product.title}
              </h2>
              <Price product={product} />
              <Quantity product={product} quantity={quantity} onChoose={choose} />
              <CouponField code={code} onType={setCode} coupon={found} priceCents={product.priceCents * quantity} />
              <div className={styles.buy}>
                <p className={styles.short} aria-hidden="true">
                  <strong>{euros(product.priceCents * quantity)}</strong> once
                </p>
                <BuyNow product={product} quantity={quantity} coupon={code} />
              </div>
              <p className={styles.soft}>
                {`${texts.delivery} `}
                <Link to={paths.tos}>policies</Link>.
              </p>
            </Card>
          )
        }
      />
      <Sections>
        {reviews.length > 0 && (
          <Section eyebrow="Reviews" title={texts.reviewsTitle} lead={texts.reviewsLead}>
            <ReviewRow reviews={newestFirst(reviews).slice(0, 3)} />
          </Section>
        )}
        <Section beside eyebrow="Before you buy" title={texts.questionsTitle}>
          <Accordion entries={texts.questions} />
        </Section>
        <PremiumStats />
        <Section eyebrow="What is inside" title={texts.featuresTitle} lead={texts.featuresLead}>
          <div className={styles.features}>
            {texts.features.map(({ title, items }, i) => (
              <Card key={i} as="section">
                <h3 className={styles.featureTitle}>{title}</h3>
                <CheckList items={items} />
              </Card>
            ))}
          </div>
        </Section>
        <Section beside eyebrow="Video" title={texts.videoTitle} lead={texts.videoLead}>
          <Video title={texts.guideTitle} url={texts.guideUrl} />
        </Section>
        {hasPricing && (
          <p>
            <Link className={styles.back} to={paths.pricing}>
              <ArrowLeft aria-hidden />
              Back to Pricing
            </Link>
          </p>
        )}
      </Sections>
    </>
  );
}
