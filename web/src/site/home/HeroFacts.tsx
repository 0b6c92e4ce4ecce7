import { euros } from '@framelift/contracts/rules';
import { Star } from 'lucide-react';
import { useProduct } from '../../lib/siteContent.ts';
import { products } from '../content/products.ts';
import { hero } from './content.ts';
import styles from './home.module.css';

/** What decides, next to the buttons: price, platform, rating. */
export function HeroFacts() {
  const product = useProduct('premium');
  const { platform, reviews, customers } = hero.facts;
  return (
    <ul className={styles.facts}>
      {product && (
        <li>
          <strong>{euros(product.priceCents)}</strong> once
        </li>
      )}
      <li>{platform}</li>
      <li>
        <strong>{products.premium.rating.value}</strong>
        <Star aria-hidden />
        <span className="visually-hidden">of 5 stars, </span>
        {reviews}
      </li>
      <li>{customers}</li>
    </ul>
  );
}
