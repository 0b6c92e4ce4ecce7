import type { LucideIcon } from 'lucide-react';
import { Card } from '../ui/Card.tsx';
import styles from './Points.module.css';

interface Props {
  points: readonly { icon: LucideIcon; title: string; text: string }[];
  /** Steps are counted. */
  numbered?: boolean;
}

/** Short reasons or steps beside each other. */
export function Points({ points, numbered }: Props) {
  const List = numbered ? 'ol' : 'ul';
  return (
    <List className={styles.list}>
      {points.map((point, i) => (
        <Card as="li" key={point.title} className={styles.point}>
          <PointText {...point} number={numbered ? i + 1 : undefined} />
        </Card>
      ))}
    </List>
  );
}

/** `heading`: one level below the heading above it. */
export function PointText({
  icon: Icon,
  title,
  text,
  number,
  heading: Heading = 'h3',
}: Props['points'][number] & { number?: number; heading?: 'h2' | 'h3' }) {
  return (
    <>
      <span className={styles.icon}>
        <Icon aria-hidden />
        {number && <span className={styles.number}>{number}</span>}
      </span>
      <Heading className={styles.title}>{title}</Heading>
      <p className={styles.text}>{text}</p>
    </>
  );
}
