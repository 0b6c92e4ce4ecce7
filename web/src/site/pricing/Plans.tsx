import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type Plan, plans } from './content.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { BuyNow } from '../../checkout/order/BuyNow.tsx';
import { Card } from '../../ui/Card.tsx';
import { CheckList } from '../CheckList.tsx';
import { FreePrice, Price } from '../Price.tsx';
import styles from './pricing.module.css';

export function Plans() {
  return (
    <div className={styles.plans}>
      <PlanCard
        plan={plans.free}
        price={<FreePrice label={plans.free.priceLabel} />}
        action={
          <ButtonLink to={paths.free} size="large">
            <Download aria-hidden />
            Download
          </ButtonLink>
        }
      />
      <PlanCard plan={plans.premium} price={<Price />} action={<BuyNow label="Purchase" />} lifted />
    </div>
  );
}

interface Props {
  plan: Plan;
  price: ReactNode;
  action: ReactNode;
  lifted?: boolean;
}

function PlanCard({ plan, price, action, lifted }: Props) {
  return (
    <Card as="section" className={lifted ? styles.lifted : styles.plan} aria-labelledby={`plan-${plan.title}`}>
      <div>
        <h2 id={`plan-${plan.title}`} className={styles.planTitle}>
          {plan.title}
        </h2>
        <p className={styles.planLead}>{plan.lead}</p>
      </div>
      {price}
      <div className={styles.action}>{action}</div>
      <CheckList items={plan.features} />
      <Link className={styles.details} to={plan.detailsLink}>
        More Details
        <span className="visually-hidden"> about {plan.title}</span>
      </Link>
    </Card>
  );
}
