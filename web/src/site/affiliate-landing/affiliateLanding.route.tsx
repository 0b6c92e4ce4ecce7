import { affiliatePage } from '@framelift/contracts/content/page-affiliate';
import { rules } from '@framelift/contracts/rules';
import type { SiteContent } from '@framelift/contracts/site-sections';
import { Banknote, Percent, TrendingUp, Users } from 'lucide-react';
import type { MetaFunction } from 'react-router';
import { affiliateTexts } from './affiliateTexts.ts';
import { Earnings } from './Earnings.tsx';
import { firstTermsView } from './firstTermsView.ts';
import { pages } from '../../lib/pages.ts';
import { formatCount, formatMoney, formatPercent } from '../../lib/format.ts';
import { usePageMeta } from '../../lib/meta.ts';
import { paths } from '../../lib/paths.ts';
import { useMainProduct, useSection } from '../../lib/siteContent.ts';
import { useSystemStats, useTerms } from '../feeds.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { CallToAction } from '../CallToAction.tsx';
import { Hero } from '../Hero.tsx';
import { Points } from '../Points.tsx';
import { Section, Sections } from '../Section.tsx';
import { Stat, Stats } from '../../ui/Stat.tsx';
import { Receipts } from './Receipts.tsx';
import { Tiers } from './Tiers.tsx';

export const meta: MetaFunction = () => usePageMeta(pages.affiliate);

export default function AffiliateLandingPage() {
  const { data: terms = firstTermsView } = useTerms();
  const product = useMainProduct();
  const texts = affiliateTexts(useSection('pages.affiliate', affiliatePage), terms, product);
  return (
    <>
      <Hero eyebrow={texts.eyebrow} title={texts.title} lead={texts.lead} actions={<WaysIn {...texts} />} />
      <Sections>
        <SystemStats />
        <Section eyebrow={texts.benefitsEyebrow} title={texts.benefitsTitle}>
          <Points points={texts.benefits} />
        </Section>
        {terms.tiers.length > 1 && (
          <Section eyebrow={texts.tiersEyebrow} title={texts.tiersTitle} lead={texts.tiersLead}>
            <Tiers tiers={terms.tiers} />
          </Section>
        )}
        {product && (
          <Section beside eyebrow={texts.earningsEyebrow} title={texts.earningsTitle} lead={texts.earningsLead}>
            <Earnings tiers={terms.tiers} priceCents={product.priceCents} />
          </Section>
        )}
        {texts.showsReceipts && <Receipts title={texts.receiptsTitle} />}
        <Section eyebrow={texts.stepsEyebrow} title={texts.stepsTitle}>
          <Points points={texts.steps} numbered />
        </Section>
        <CallToAction title={texts.endTitle} lead={texts.endLead}>
          <WaysIn {...texts} />
        </CallToAction>
      </Sections>
    </>
  );
}

function WaysIn({ joinLabel, dashboardLabel }: Pick<SiteContent['pages.affiliate'], 'joinLabel' | 'dashboardLabel'>) {
  return (
    <>
      <ButtonLink to={paths.register} variant="primary" size="large">
        {joinLabel}
      </ButtonLink>
      <ButtonLink to={paths.dashboard} size="large">
        {dashboardLabel}
      </ButtonLink>
    </>
  );
}

/** A failure silently keeps the defaults (docs/product.md#affiliate-landing). */
function SystemStats() {
  const { data = rules.systemStats } = useSystemStats();
  return (
    <Stats>
      <Stat label="Active affiliates" icon={<Users aria-hidden />} value={formatCount(data.activeAffiliates)} />
      <Stat label="Total payouts" icon={<Banknote aria-hidden />} value={formatMoney(data.totalPayouts)} />
      <Stat label="Success rate" icon={<Percent aria-hidden />} value={formatPercent(data.successRate)} />
      <Stat label="Average monthly earnings" icon={<TrendingUp aria-hidden />} value={formatMoney(data.avgMonthlyEarnings)} />
    </Stats>
  );
}
