import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { Button } from '../../ui/Button.tsx';
import styles from './site.module.css';

interface Props {
  /** Of what is moved. */
  name: string;
  isFirst: boolean;
  isLast: boolean;
  /** There must be so many, so it cannot be removed. */
  isKept: boolean;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}

/** Moves one of a list, or removes it. */
export function OrderButtons({ name, isFirst, isLast, isKept, onMove, onRemove }: Props) {
  return (
    <div className={styles.order}>
      <Button variant="ghost" icon aria-label={`Move ${name} up`} disabled={isFirst} onClick={() => onMove(-1)}>
        <ArrowUp aria-hidden />
      </Button>
      <Button variant="ghost" icon aria-label={`Move ${name} down`} disabled={isLast} onClick={() => onMove(1)}>
        <ArrowDown aria-hidden />
      </Button>
      <Button variant="ghost" icon aria-label={`Remove ${name}`} disabled={isKept} onClick={onRemove}>
        <Trash2 aria-hidden />
      </Button>
    </div>
  );
}
