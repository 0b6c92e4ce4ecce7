import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './Button.module.css';

interface Look {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger';
  size?: 'small' | 'medium' | 'large';
  /** Only an icon: the label is for assistive technology. */
  icon?: boolean;
  children: ReactNode;
}

const look = ({ variant = 'secondary', size = 'medium', icon }: Look, className?: string) =>
  [styles.button, styles[variant], styles[size], icon && styles.icon, className].filter(Boolean).join(' ');

export function Button({ variant, size, icon, className, children, ...rest }: Look & ComponentProps<'button'>) {
  return (
    <button type="button" {...rest} className={look({ variant, size, icon, children }, className)}>
      {children}
    </button>
  );
}

/** A link that looks like a button: `to` inside the site, `href` outside of it. */
export function ButtonLink({ variant, size, icon, className, children, ...rest }: Look & ComponentProps<typeof Link>) {
  return (
    <Link {...rest} className={look({ variant, size, icon, children }, className)}>
      {children}
    </Link>
  );
}

export function ButtonAnchor({ variant, size, icon, className, children, ...rest }: Look & ComponentProps<'a'>) {
  return (
    <a {...rest} className={look({ variant, size, icon, children }, className)}>
      {children}
    </a>
  );
}
