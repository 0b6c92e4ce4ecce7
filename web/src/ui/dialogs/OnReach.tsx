import { type ButtonHTMLAttributes, type ComponentType, type ReactElement, Suspense, useState } from 'react';
import type { lazily } from './lazily.ts';

type Reach = Pick<ButtonHTMLAttributes<HTMLButtonElement>, 'onPointerEnter' | 'onFocus' | 'onClick' | 'onKeyDown' | 'aria-expanded'>;

interface Props<Shown extends object> {
  /** What opens, with its own button: it is open when it comes. */
  menu: ReturnType<typeof lazily<Shown>>;
  props: Shown;
  onOpen?: () => void;
  /** The button until then. */
  renderButton: (reach: Reach) => ReactElement;
}

/** A menu whose code loads when a person reaches for its button, and opens with the first press. */
export function OnReach<Shown extends object>({ menu, props, onOpen, renderButton }: Props<Shown>) {
  const [isWanted, setWanted] = useState(false);
  const Menu = menu as ComponentType<Shown>;
  const open = () => {
    setWanted(true);
    onOpen?.();
  };
  const closed = renderButton({
    'aria-expanded': false,
    onPointerEnter: menu.preload,
    onFocus: menu.preload,
    onClick: open,
    onKeyDown: ({ key }) => key === 'ArrowDown' && open(),
  });
  if (!isWanted) return closed;
  return (
    <Suspense fallback={closed}>
      <Menu {...props} />
    </Suspense>
  );
}
