import type { Notice } from '../../ui/Banner.tsx';
import { ApiKeys } from './ApiKeys.tsx';
import { HowToAsk } from './HowToAsk.tsx';
import styles from './integrations.module.css';
import { Webhooks } from './Webhooks.tsx';

/** How other programs take part: they ask with a key, or a webhook tells them. */
export function IntegrationsTab({ onNotice }: { onNotice: (notice: Notice) => void }) {
  return (
    <div className={styles.sections}>
      <ApiKeys onNotice={onNotice} />
      <Webhooks onNotice={onNotice} />
      <HowToAsk />
    </div>
  );
}
