import type { ReactNode } from 'react';
import { Card } from '../Card.tsx';
import styles from './layout.module.css';
import { SectionTitle } from './SectionTitle.tsx';
import { Between } from './Toolbar.tsx';

interface Props {
  title: string;
  /** A button beside the title. */
  beside?: ReactNode;
  /** Its parts are closer together. */
  tight?: boolean;
  children: ReactNode;
}

/** A card with a title above what it shows. */
export function TitledCard({ title, beside, tight, children }: Props) {
  const heading = <SectionTitle>{title}</SectionTitle>;
  return (
    <Card as="section" className={tight ? styles.tight : styles.stack}>
      {beside ? (
        <Between>
          {heading}
          {beside}
        </Between>
      ) : (
        heading
      )}
      {children}
    </Card>
  );
}

/** A card whose table or list reaches its edges. */
export function TableCard({ as, title, children }: { as?: 'section'; title?: string; children: ReactNode }) {
  return (
    <Card as={as} className={styles.flush}>
      {title && <h2 className={styles.flushTitle}>{title}</h2>}
      {children}
    </Card>
  );
}
