import { Download } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import type { SiteContent } from '@framelift/contracts/site-sections';
import { paths, productPath } from '../../lib/paths.ts';
import { type ShownProduct, useIsShown, useProducts } from '../../lib/siteContent.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { BuyNow } from '../../checkout/order/BuyNow.tsx';
import { Quantity, useQuantity } from '../../checkout/order/Quantity.tsx';
import { Card } from '../../ui/Card.tsx';
import { useRelease } from '../feeds.ts';
import { DownloadButton } from '../release/DownloadButton.tsx';
import { CheckList } from '../CheckList.tsx';
import { FreePrice, Price } from '../Price.tsx';
import styles from './pricing.module.css';

/** The free utility, the main product, and every other product that is paid or can be downloaded. */
export function Plans({ texts }: { texts: SiteContent['pages.pricing'] }) {
  const products = useProducts() ?? [];
  const hasFree = useIsShown()(paths.free);
  const named = (sku: string) => products.find((product) => product.sku === sku);
  const free = named('free');
  const main = products.find(({ isMain }) => isMain);
  const others = products.filter((product) => (product.kind === 'paid' || product.release) && product !== free && product !== main);
  // The texts of the plan are about the product of this id.
  const plan = main?.sku === 'premium' ? { title: texts.premiumTitle, lead: texts.premiumLead } : { title: main?.title ?? '' };
  return (
    <div className={styles.plans}>
      {free && hasFree && (
        <PlanCard
          title={texts.freeTitle}
          lead={texts.freeLead}
          detailsLink={paths.free}
          features={free.features}
          price={<FreePrice label={texts.freePriceLabel} />}
          action={
            <ButtonLink to={paths.free} size="large">
              <Download aria-hidden />
              {texts.downloadLabel}
            </ButtonLink>
          }
        />
      )}
      {main && <PlanCard {...plan} {...bought(main, texts.buyLabel)} lifted />}
      {others.map((product) => (
        <PlanCard
          key={product.sku}
          title={product.title}
          {...(product.kind === 'paid' ? bought(product, texts.buyLabel) : downloaded(product, texts.freePriceLabel))}
        />
      ))}
    </div>
  );
}

const bought = (product: ShownProduct, label: string) => ({
  features: product.features,
  detailsLink: productPath(product),
  price: <Price product={product} />,
  action: <Purchase product={product} label={label} />,
});

function Purchase({ product, label }: { product: ShownProduct; label: string }) {
  const { quantity, choose } = useQuantity(product);
  return (
    <>
      <Quantity product={product} quantity={quantity} onChoose={choose} />
      <BuyNow product={product} quantity={quantity} label={label} />
    </>
  );
}

const downloaded = ({ sku, features }: ShownProduct, label: string) => ({
  features,
  price: <FreePrice label={label} />,
  action: <Released sku={sku} />,
});

function Released({ sku }: { sku: string }) {
  const { data, isLoading, isError } = useRelease(sku);
  return <DownloadButton release={data} isWaiting={isLoading || (!data && !isError)} />;
}

interface Props {
  title: string;
  lead?: string;
  features: readonly string[];
  detailsLink?: string;
  price: ReactNode;
  action: ReactNode;
  lifted?: boolean;
}

function PlanCard({ title, lead, features, detailsLink, price, action, lifted }: Props) {
  const id = useId();
  return (
    <Card as="section" className={lifted ? styles.lifted : styles.plan} aria-labelledby={id}>
      <div>
        <h2 id={id} className={styles.planTitle}>
          {title}
        </h2>
        {lead && <p className={styles.planLead}>{lead}</p>}
      </div>
      {price}
      <div className={styles.action}>{action}</div>
      <CheckList items={features} />
      {detailsLink && (
        <Link className={styles.details} to={detailsLink}>
          More Details
          <span className="visually-hidden"> about {title}</span>
        </Link>
      )}
    </Card>
  );
}
