import type { DashboardView } from '@framelift/contracts';
import { ShieldCheck } from 'lucide-react';
import { formatPercent } from '../lib/format.ts';
import { paths } from '../lib/paths.ts';
import { StatusBadge } from '../ui/Badge.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import styles from './dashboard.module.css';
import { earnedRate } from './earnedRate.ts';

export function AccountInformation({ affiliate }: { affiliate: DashboardView['affiliate'] }) {
  return (
    <Card as="section" className={styles.listCard}>
      <h2 className={styles.heading}>Account Information</h2>
      <dl className={styles.account}>
        <dt>Username</dt>
        <dd>{affiliate.username}</dd>
        <dt>Email</dt>
        <dd>{affiliate.email}</dd>
        <dt>Commission Rate</dt>
        <dd>{formatPercent(earnedRate(affiliate))}</dd>
        <dt>Status</dt>
        <dd>
          <StatusBadge status={affiliate.status} />
        </dd>
      </dl>
      <ButtonLink to={paths.account} size="small" className={styles.start}>
        <ShieldCheck aria-hidden />
        Password and two-factor sign-in
      </ButtonLink>
    </Card>
  );
}
