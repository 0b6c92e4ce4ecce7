import type { ComponentProps } from 'react';
import styles from './Form.module.css';

/** Fields below each other. */
export function Form(props: ComponentProps<'form'>) {
  return <form {...props} className={styles.form} />;
}
