import type { DashboardView } from '@framelift/contracts';
import { ShieldCheck } from 'lucide-react';
import { formatPercent } from '../lib/format.ts';
import { paths } from '../lib/paths.ts';
import { StatusBadge } from '../ui/Badge.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Facts } from '../ui/layout/Facts.tsx';
import { CutLine } from '../ui/layout/Text.tsx';
import { TitledCard } from '../ui/layout/TitledCard.tsx';
import { Actions } from '../ui/layout/Toolbar.tsx';
import styles from './AccountInformation.module.css';
import { earnedRate } from './earnedRate.ts';

export function AccountInformation({ affiliate }: { affiliate: DashboardView['affiliate'] }) {
  const facts = [
    ['Username', affiliate.username],
    ['Email', <CutLine key="email" text={affiliate.email} />],
    ['Commission Rate', formatPercent(earnedRate(affiliate))],
    ['Status', <StatusBadge key="status" status={affiliate.status} />],
  ] as const;
  return (
    <TitledCard title="Account Information" tight>
      <Facts as="pairs" facts={facts} className={styles.account} />
      <Actions>
        <ButtonLink to={paths.account} size="small">
          <ShieldCheck aria-hidden />
          Password and two-factor sign-in
        </ButtonLink>
      </Actions>
    </TitledCard>
  );
}
