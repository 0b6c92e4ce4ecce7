import { sectionInfo } from '@framelift/contracts/site-sections';
import { Button } from '../../../ui/Button.tsx';
import styles from './page.module.css';
import type { Saving } from './siteEdits.ts';

interface Props {
  saving: Saving;
  onRetry: () => void;
  onStartOver: () => void;
}

/** Whether the changes are kept as drafts. */
export function SavingState({ saving, onRetry, onStartOver }: Props) {
  if (saving.state !== 'failed')
    return <output className={styles.state}>{{ saved: 'Saved', waiting: 'Saving…', saving: 'Saving…' }[saving.state]}</output>;
  const { text, section, isConflict } = saving;
  return (
    <output className={styles.state} data-failed>
      Not saved: {text}
      {isConflict ? (
        <Button size="small" onClick={onStartOver}>
          Use the other draft of {sectionInfo(section).title.toLowerCase()}
        </Button>
      ) : (
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      )}
    </output>
  );
}
