import { Children, type ReactNode } from 'react';
import { Boundary } from './Boundary.tsx';
import styles from './layout.module.css';

interface Props {
  as?: 'div' | 'section';
  children: ReactNode;
}

/** Each part breaks alone. */
const apart = (children: ReactNode) => Children.map(children, (child) => child && <Boundary card>{child}</Boundary>);

/** Things below each other. */
export function Stack({ as: Element = 'div', children }: Props) {
  return <Element className={styles.stack}>{apart(children)}</Element>;
}

/** Cards beside each other, below each other where there is no room. */
export function Columns({ children }: { children: ReactNode }) {
  return <div className={styles.columns}>{apart(children)}</div>;
}
