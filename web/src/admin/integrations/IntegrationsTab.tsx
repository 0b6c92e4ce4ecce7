import { ApiKeys } from './ApiKeys.tsx';
import { HowToAsk } from './HowToAsk.tsx';
import styles from './integrations.module.css';
import { Webhooks } from './Webhooks.tsx';

/** How other programs take part: they ask with a key, or a webhook tells them. */
export function IntegrationsTab() {
  return (
    <div className={styles.sections}>
      <ApiKeys />
      <Webhooks />
      <HowToAsk />
    </div>
  );
}
