import { NavigationMenu } from 'radix-ui';
import { type ReactNode, useRef, useState } from 'react';
import styles from './HoverMenu.module.css';

/** SPEC §9: it closes 300–400 ms after the pointer left. Radix waits 150 of them itself. */
const CLOSE_MS = 200;

/** A menu of links that opens on hover, click or Enter, and closes on Escape, outside click or after the pointer left. */
export function HoverMenu({ label, className, children }: { label: ReactNode; className?: string; children: ReactNode }) {
  const [open, setOpen] = useState('');
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const change = (next: string) => {
    clearTimeout(closing.current);
    if (next) setOpen(next);
    else closing.current = setTimeout(() => setOpen(''), CLOSE_MS);
  };
  return (
    <NavigationMenu.Root value={open} onValueChange={change} delayDuration={0} asChild>
      <div className={styles.root}>
        <NavigationMenu.List asChild>
          <div>
            <NavigationMenu.Item value="menu" asChild>
              <div>
                <NavigationMenu.Trigger className={className}>{label}</NavigationMenu.Trigger>
                <NavigationMenu.Content className={styles.panel}>{children}</NavigationMenu.Content>
              </div>
            </NavigationMenu.Item>
          </div>
        </NavigationMenu.List>
      </div>
    </NavigationMenu.Root>
  );
}
