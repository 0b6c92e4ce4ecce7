import { Collapsible } from 'radix-ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './HoverMenu.module.css';

/** It closes 300–400 ms after the pointer left (docs/product.md#every-page). */
const CLOSE_MS = 350;

interface Props {
  label: ReactNode;
  /** Look of the trigger. */
  className?: string;
  /** Links; following one closes the menu. */
  children: ReactNode;
}

/** A menu of links that opens on hover, click or Enter, and closes on Escape, outside click or after the pointer or focus left. */
export function HoverMenu({ label, className, children }: Props) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const hovered = useRef(false);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);

  const hover = (inside: boolean) => {
    hovered.current = inside;
    clearTimeout(closing.current);
    if (inside) setOpen(true);
    else closing.current = setTimeout(() => setOpen(false), CLOSE_MS);
  };

  useEffect(() => {
    if (!open) return;
    const close = (event: PointerEvent) => !root.current?.contains(event.target as Node) && setOpen(false);
    document.addEventListener('pointerdown', close);
    return () => document.removeEventListener('pointerdown', close);
  }, [open]);
  useEffect(() => () => clearTimeout(closing.current), []);

  return (
    <Collapsible.Root
      ref={root}
      className={styles.root}
      open={open}
      // A click on what the hover has just opened would close it again.
      onOpenChange={(next) => setOpen(next || hovered.current)}
      onPointerEnter={(event) => event.pointerType === 'mouse' && hover(true)}
      onPointerLeave={(event) => event.pointerType === 'mouse' && hover(false)}
      onBlur={(event) => !hovered.current && !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        setOpen(false);
        root.current?.querySelector('button')?.focus();
      }}
    >
      <Collapsible.Trigger className={className}>{label}</Collapsible.Trigger>
      <Collapsible.Content className={styles.panel} onClick={() => setOpen(false)}>
        {children}
      </Collapsible.Content>
    </Collapsible.Root>
  );
}
