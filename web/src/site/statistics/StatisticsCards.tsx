import type { StatisticsView } from '@framelift/contracts';
import { Download, Gamepad2, type LucideIcon, Package, Sparkles, Users } from 'lucide-react';
import { formatCount } from '../../lib/format.ts';
import { Card } from '../../ui/Card.tsx';
import { Section } from '../Section.tsx';
import { Stat, Stats } from '../../ui/Stat.tsx';
import { useTweakCount } from '../tweaks/useTweaks.ts';
import styles from './statistics.module.css';

/** Every source falls back on its own (docs/product.md#fallbacks). */
export function StatisticsCards({ view }: { view: StatisticsView | undefined }) {
  const tweaks = useTweakCount();
  const utility = view?.freeUtilityDownloads ?? 0;
  const freeTweaks = view?.freeTweaksDownloads ?? 0;
  const members = formatCount(view?.discordMembers ?? 0);
  const customers = view?.customersTotalRaw ?? '0';
  return (
    <>
      <Section title="Highlights">
        <Stats>
          <Stat label="Total downloads" icon={<Download aria-hidden />} value={formatCount(utility + freeTweaks)} />
          <Stat label="Active community" icon={<Users aria-hidden />} value={members} />
          <Stat label="Premium users" icon={<Sparkles aria-hidden />} value={customers} />
        </Stats>
      </Section>
      <Section title="By product">
        <div className={styles.cards}>
          <Facts
            icon={Package}
            title="Free Utility"
            facts={[
              ['Version', view?.freeUtilityVersion ?? 'Unknown'],
              ['Downloads', formatCount(utility)],
            ]}
          />
          <Facts
            icon={Sparkles}
            title="Premium"
            facts={[
              ['Version', view?.premiumVersion ?? 'Unknown'],
              ['Tweaks', view?.premiumTotalTweaksRaw ?? ''],
            ]}
          />
          <Facts
            icon={Users}
            title="Community"
            facts={[
              ['Active users', members],
              ['Customers', customers],
            ]}
          />
          <Facts
            icon={Gamepad2}
            title="Free Tweaks"
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
