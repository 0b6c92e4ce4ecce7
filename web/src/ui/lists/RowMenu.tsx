import { Ellipsis } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Button } from '../Button.tsx';
import styles from './Menu.module.css';

/** What can be done about a row, behind ⋯. */
export function RowMenu({ label, children }: { label: string; children: ReactNode }) {
  const button = (
    <Button variant="ghost" size="small" icon aria-label={label}>
      <Ellipsis aria-hidden />
    </Button>
  );
  return (
    <ButtonMenu button={button} align="end">
      {children}
    </ButtonMenu>
  );
}

/** What a button offers. */
export function ButtonMenu({ button, align, children }: { button: ReactNode; align: 'start' | 'end'; children: ReactNode }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{button}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={styles.menu} align={align} sideOffset={4} collisionPadding={8}>
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** One action: a link with `to`. */
export function MenuItem({
  to,
  danger,
  onSelect,
  children,
}: {
  to?: string;
  danger?: boolean;
  onSelect?: () => void;
  children: ReactNode;
}) {
  return (
    <DropdownMenu.Item asChild={to !== undefined} className={styles.item} data-danger={danger || undefined} onSelect={onSelect}>
      {to === undefined ? children : <Link to={to}>{children}</Link>}
    </DropdownMenu.Item>
  );
}
