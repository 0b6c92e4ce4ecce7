// oxlint-disable jsx-a11y/prefer-tag-over-role -- an option of a combobox, with a title and a detail
import { useEffect, useRef } from 'react';
import styles from './FindDialog.module.css';
import type { Find } from './useFinds.ts';

interface Props {
  id: string;
  find: Find;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

/** One result; the field above keeps the focus. */
export function FindRow({ id, find: { title, detail }, isActive, onPoint, onChoose }: Props) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are the field's, which keeps the focus
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={isActive}
      className={styles.row}
      tabIndex={-1}
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      <span className={styles.title} title={title}>
        {title}
      </span>
      {detail && (
        <span className={styles.detail} title={detail}>
          {detail}
        </span>
      )}
    </div>
  );
}
