import { useEffect, useEffectEvent, useRef } from 'react';

const elsewhere = 'input:not([type=checkbox]), textarea, select, [role=dialog], [role=alertdialog]';

/** Keys of a list whose rows have checkboxes: j and k move between them, others act on the row that has the focus. */
export function useRowKeys<Element extends HTMLElement>(acts: Record<string, (row: number) => void>) {
  const list = useRef<Element>(null);
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest(elsewhere) || document.querySelector('[role$=dialog]')) return;
    const boxes = [...(list.current?.querySelectorAll<HTMLElement>('tbody input[type=checkbox]') ?? [])];
    const row = boxes.findIndex((box) => box.closest('tr')!.contains(target));
    if (event.key === 'j' || event.key === 'k') {
      const next = row < 0 ? 0 : row + (event.key === 'j' ? 1 : -1);
      boxes[Math.min(Math.max(next, 0), boxes.length - 1)]?.focus();
    } else if (row >= 0) acts[event.key]?.(row);
  });
  useEffect(() => {
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
  return list;
}
