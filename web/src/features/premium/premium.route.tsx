import { rules, toEuros } from '@framelift/contracts/rules';
import { Check } from 'lucide-react';
import { Link, type MetaFunction } from 'react-router';
import { premium } from '../../content/premium.ts';
import { pageMeta } from '../../lib/meta.ts';
import { paths } from '../../lib/paths.ts';
import { Card } from '../../ui/Card.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { Stat, Stats } from '../../ui/Stat.tsx';
import { BuyNow } from './BuyNow.tsx';
import styles from './premium.module.css';
import { Price } from './Price.tsx';

const product = {
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: rules.premium.title,
  description: premium.lead,
  offers: { '@type': 'Offer', price: toEuros(rules.premium.priceCents), priceCurrency: rules.currency },
  aggregateRating: { '@type': 'AggregateRating', ratingValue: premium.rating.value, ratingCount: premium.rating.count },
};

export const meta: MetaFunction = () => [
  ...pageMeta({ title: 'Premium Utility', description: premium.lead }),
  { 'script:ld+json': product },
];

export default function PremiumPage() {
  return (
    <Page>
      <div className={styles.hero}>
        <PageHeader eyebrow="Premium Utility" title="Everything your PC has, tuned" lead={premium.lead} />
        <Card className={styles.offer}>
          <h2 className={styles.offerTitle}>{rules.premium.title}</h2>
          <Price />
          <BuyNow />
          <p className={styles.soft}>
            Your key arrives by e-mail. Sales are final: see the <Link to={paths.tos}>policies</Link>.
          </p>
        </Card>
      </div>
      <Stats>
        {premium.stats.map(({ label, value }) => (
          <Stat key={label} label={label} value={value} />
        ))}
      </Stats>
      <div className={styles.features}>
        {premium.features.map(({ title, items }) => (
          <Card key={title} as="section">
            <h2 className={styles.featureTitle}>{title}</h2>
            <ul className={styles.list}>
              {items.map((item) => (
                <li key={item}>
                  <Check aria-hidden />
                  {item}
                </li>
              ))}
            </ul>
          </Card>
        ))}
      </div>
      <p>
        <Link to={paths.pricing}>Back to Pricing</Link>
      </p>
    </Page>
  );
}
