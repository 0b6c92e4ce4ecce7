import { Tabs as Primitive } from 'radix-ui';
import { type PointerEvent, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { Boundary } from '../layout/Boundary.tsx';
import { Loading } from '../Loading.tsx';
import styles from './Tabs.module.css';

export interface Tab {
  name: string;
  label: string;
  icon: ReactNode;
  panel: ReactNode;
  /** Loads the panel's code, which would otherwise load when the tab is opened. */
  preload?: () => void;
}

/** Radix focuses a clicked tab by script, which browsers take for the keyboard and ring; so it is focused before that, without. */
const focusQuietly = ({ pointerType, currentTarget }: PointerEvent<HTMLElement>) =>
  pointerType === 'mouse' && currentTarget.focus({ focusVisible: false } as FocusOptions);

interface Props {
  label: string;
  tabs: Tab[];
  /** What in the address concerns all tabs; the rest narrows the open one, and goes with it. */
  kept?: string;
}

/** Tabs whose open one is in the address, so that Back and links go to it. The first needs no word there. */
export function Tabs({ label, tabs, kept = '' }: Props) {
  const [params, setParams] = useSearchParams();
  const first = tabs[0]!.name;
  const active = tabs.find(({ name }) => name === params.get('tab'))?.name ?? first;
  const list = useRef<HTMLDivElement>(null);
  // A click both focuses and presses a tab: the second says nothing new, and would be one more step of Back.
  const opening = useRef(active);
  const open = (name: string) => {
    if (name === opening.current) return;
    opening.current = name;
    const keeps = params.get(kept);
    setParams({ ...(name === first ? {} : { tab: name }), ...(keeps ? { [kept]: keeps } : {}) }, { preventScrollReset: true });
  };
  // On a phone there may be more tabs than room: the open one is never out of sight. The page itself stays where it is.
  useEffect(() => {
    opening.current = active;
    const tab = list.current?.querySelector<HTMLElement>('[data-state=active]');
    if (tab) list.current!.scrollLeft = tab.offsetLeft - (list.current!.clientWidth - tab.offsetWidth) / 2;
  }, [active]);
  return (
    <Primitive.Root value={active} onValueChange={open}>
      <Primitive.List ref={list} className={styles.list} aria-label={label}>
        {tabs.map((tab) => (
          <Primitive.Trigger
            key={tab.name}
            value={tab.name}
            className={styles.tab}
            onPointerDown={focusQuietly}
            onPointerEnter={tab.preload}
            onFocus={tab.preload}
          >
            {tab.icon}
            {tab.label}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map((tab) => (
        <Primitive.Content key={tab.name} value={tab.name} className={styles.panel}>
          <Boundary>
            <Suspense fallback={<Loading text="Loading..." />}>{tab.panel}</Suspense>
          </Boundary>
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}
