import { euros } from '@framelift/contracts/rules';
import { Star } from 'lucide-react';
import { premiumPage } from '@framelift/contracts/content/page-premium';
import type { SiteContent } from '@framelift/contracts/site-sections';
import { useMainProduct, useSection } from '../../lib/siteContent.ts';
import styles from './home.module.css';

type Facts = Pick<SiteContent['pages.home'], 'platform' | 'reviewCount' | 'customers'>;

/** What decides, next to the buttons: price, platform, rating. */
export function HeroFacts({ platform, reviewCount, customers }: Facts) {
  const product = useMainProduct();
  const { ratingValue, ratingCount } = useSection('pages.premium', premiumPage);
  return (
    <ul className={styles.facts}>
      {product && (
        <li>
          <strong>{euros(product.priceCents)}</strong> once
        </li>
      )}
      <li>{platform}</li>
      {ratingCount > 0 && reviewCount && (
        <li>
          <strong>{ratingValue}</strong>
          <Star aria-hidden />
          <span className="visually-hidden">of 5 stars, </span>
          {reviewCount}
        </li>
      )}
      {customers && <li>{customers}</li>}
    </ul>
  );
}
