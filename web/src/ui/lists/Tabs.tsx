import { Tabs as Primitive } from 'radix-ui';
import { type PointerEvent, type ReactNode, useEffect, useRef } from 'react';
import styles from './Tabs.module.css';

interface Tab<Name extends string> {
  name: Name;
  label: string;
  icon?: ReactNode;
  panel: ReactNode;
}

interface Props<Name extends string> {
  label: string;
  tabs: Tab<Name>[];
  active: Name;
  onChange: (name: Name) => void;
}

/** Radix focuses a clicked tab by script, which browsers take for the keyboard and ring; so it is focused before that, without. */
const focusQuietly = ({ pointerType, currentTarget }: PointerEvent<HTMLElement>) =>
  pointerType === 'mouse' && currentTarget.focus({ focusVisible: false } as FocusOptions);

export function Tabs<Name extends string>({ label, tabs, active, onChange }: Props<Name>) {
  const list = useRef<HTMLDivElement>(null);
  // On a phone there may be more tabs than room: the open one is never out of sight.
  useEffect(() => {
    list.current?.querySelector('[data-state=active]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [active]);
  return (
    <Primitive.Root value={active} onValueChange={(name) => onChange(name as Name)}>
      <Primitive.List ref={list} className={styles.list} aria-label={label}>
        {tabs.map((tab) => (
          <Primitive.Trigger key={tab.name} value={tab.name} className={styles.tab} onPointerDown={focusQuietly}>
            {tab.icon}
            {tab.label}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map((tab) => (
        <Primitive.Content key={tab.name} value={tab.name} className={styles.panel}>
          {tab.panel}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}
