import type { StatisticsView } from '@framelift/contracts';
import type { SiteContent } from '@framelift/contracts/site-sections';
import { Download, Gamepad2, type LucideIcon, Package, Sparkles, Users } from 'lucide-react';
import { formatCount } from '../../lib/format.ts';
import { Card } from '../../ui/Card.tsx';
import { Section } from '../Section.tsx';
import { Stat, Stats } from '../../ui/Stat.tsx';
import { useTweakCount } from '../tweaks/useTweaks.ts';
import styles from './statistics.module.css';

/** Every source falls back on its own (docs/product.md#fallbacks). */
export function StatisticsCards({ view, texts }: { view: StatisticsView | undefined; texts: SiteContent['pages.statistics'] }) {
  const tweaks = useTweakCount();
  const utility = view?.freeUtilityDownloads ?? 0;
  const freeTweaks = view?.freeTweaksDownloads ?? 0;
  const members = formatCount(view?.discordMembers ?? 0);
  const customers = view?.customersTotalRaw ?? '0';
  return (
    <>
      <Section title={texts.highlightsTitle}>
        <Stats>
          <Stat label="Total downloads" icon={<Download aria-hidden />} value={formatCount(utility + freeTweaks)} />
          <Stat label={texts.communityLabel} icon={<Users aria-hidden />} value={members} />
          <Stat label={texts.buyersLabel} icon={<Sparkles aria-hidden />} value={customers} />
        </Stats>
      </Section>
      <Section title={texts.productsTitle}>
        <div className={styles.cards}>
          <Facts
            icon={Package}
            title={texts.freeTitle}
            facts={[
              ['Version', view?.freeUtilityVersion ?? 'Unknown'],
              ['Downloads', formatCount(utility)],
            ]}
          />
          <Facts
            icon={Sparkles}
            title={texts.premiumTitle}
            facts={[
              ['Version', view?.premiumVersion ?? 'Unknown'],
              ['Tweaks', view?.premiumTotalTweaksRaw ?? ''],
            ]}
          />
          <Facts
            icon={Users}
            title={texts.communityTitle}
            facts={[
              ['Active users', members],
              ['Customers', customers],
            ]}
          />
          <Facts
            icon={Gamepad2}
            title={texts.tweaksTitle}
            facts={[
              ['Total tweaks', formatCount(tweaks)],
              ['Downloads', formatCount(freeTweaks)],
            ]}
          />
        </div>
      </Section>
    </>
  );
}

function Facts({ icon: Icon, title, facts }: { icon: LucideIcon; title: string; facts: [label: string, value: string][] }) {
  return (
    <Card as="section" className={styles.card}>
      <h3 className={styles.title}>
        <Icon aria-hidden />
        {title}
      </h3>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value || '–'}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
