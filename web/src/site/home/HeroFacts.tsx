import { euros, rules } from '@framelift/contracts/rules';
import { Star } from 'lucide-react';
import { products } from '../content/products.ts';
import { hero } from './content.ts';
import styles from './home.module.css';

/** What decides, next to the buttons: price, platform, rating. */
export function HeroFacts() {
  const { platform, reviews, customers } = hero.facts;
  return (
    <ul className={styles.facts}>
      <li>
        <strong>{euros(rules.premium.priceCents)}</strong> once
      </li>
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
