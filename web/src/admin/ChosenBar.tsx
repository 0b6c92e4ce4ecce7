import type { ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { Actions } from '../ui/layout/Toolbar.tsx';
import styles from './chosen.module.css';

interface Props {
  /** How many are chosen, and what they come to. */
  text: string;
  isAll: boolean;
  onAll: (on: boolean) => void;
  /** What can be done with them. */
  children: ReactNode;
}

/** What is chosen in the list above, in sight while it scrolls. */
export function ChosenBar({ text, isAll, onAll, children }: Props) {
  return (
    <StickyBar text={text}>
      <Button size="small" variant="ghost" onClick={() => onAll(!isAll)}>
        {isAll ? 'Select none' : 'Select all'}
      </Button>
      {children}
    </StickyBar>
  );
}

/** What it comes to and what can be done, in sight while what is above scrolls. */
export function StickyBar({ text, children }: Pick<Props, 'text' | 'children'>) {
  return (
    <div className={styles.bar}>
      <p className={styles.text} aria-live="polite">
        {text}
      </p>
      <Actions end>{children}</Actions>
    </div>
  );
}

interface BoxProps {
  label: string;
  isIn: boolean;
  isDisabled?: boolean;
  onChoose: (on: boolean) => void;
}

export function ChosenBox({ label, isIn, isDisabled, onChoose }: BoxProps) {
  return (
    <input
      type="checkbox"
      className={styles.box}
      aria-label={label}
      checked={isIn}
      disabled={isDisabled}
      onChange={({ target }) => onChoose(target.checked)}
    />
  );
}
