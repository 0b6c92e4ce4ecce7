import { RotateCw } from 'lucide-react';
import { Button } from './Button.tsx';
import styles from './states.module.css';

/** Says what went wrong and offers another try. */
export function Failed({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div className={styles.state}>
      <p className={styles.failed} role="alert">
        {text}
      </p>
      <Button onClick={onRetry}>
        <RotateCw aria-hidden />
        Retry
      </Button>
    </div>
  );
}
