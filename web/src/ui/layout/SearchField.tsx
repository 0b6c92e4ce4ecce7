import { Search } from 'lucide-react';
import { type ComponentProps, useId } from 'react';
import styles from './SearchField.module.css';

interface Props extends Omit<ComponentProps<'input'>, 'id' | 'type' | 'className'> {
  label: string;
  /** As high as a button. */
  large?: boolean;
  className?: string;
}

/** A search among other tools; its label is for those who do not see the icon. */
export function SearchField({ label, large, className, ...input }: Props) {
  const id = useId();
  return (
    <div className={[styles.search, className].filter(Boolean).join(' ')} data-large={large || undefined}>
      <Search aria-hidden />
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <input {...input} id={id} type="search" />
    </div>
  );
}
