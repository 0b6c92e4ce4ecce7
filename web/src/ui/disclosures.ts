/** It closes 300–400 ms after the pointer left (docs/product.md#every-page). */
const CLOSE_MS = 350;
const LISTENING = 'disclosures';

/**
 * A button with `aria-expanded` in an element with one of these attributes shows what follows it, by CSS. React renders it closed and
 * leaves it alone, so it works before scripts have loaded.
 */
export const disclosure = {
  /** One open at a time. */
  one: { 'data-disclosure': 'one' },
  /** Closes on Escape, on a link, outside, and when the focus leaves. */
  menu: { 'data-disclosure': 'menu' },
  /** The same, and opens while the mouse is over it. */
  hover: { 'data-disclosure': 'hover' },
} as const;

const BUTTON = 'button[aria-expanded]';
const OPEN = 'button[aria-expanded=true]';
const MENU = '[data-disclosure=menu], [data-disclosure=hover]';

const rootOf = (target: EventTarget | null, selector: string) => (target instanceof Element ? target.closest<HTMLElement>(selector) : null);

/** The button is named after what it does: `data-labels="open|close"`. */
function set(button: Element, open: boolean): void {
  button.setAttribute('aria-expanded', String(open));
  const labels = button.getAttribute('data-labels')?.split('|');
  if (labels) button.setAttribute('aria-label', labels[Number(open)]!);
}
const close = (root: Element) => root.querySelectorAll(OPEN).forEach((button) => set(button, false));

/** For the whole document, once. */
export function listenForDisclosures(): void {
  const { dataset } = document.documentElement;
  if (LISTENING in dataset) return;
  dataset[LISTENING] = '';
  let hovered: HTMLElement | null = null;
  let closing: ReturnType<typeof setTimeout> | undefined;

  document.addEventListener('click', ({ target }) => {
    const root = rootOf(target, '[data-disclosure]');
    const button = rootOf(target, BUTTON);
    if (!root) return;
    if (button) {
      const open = button.getAttribute('aria-expanded') === 'true';
      if (root.dataset['disclosure'] === 'one') close(root);
      // A click on what the hover has just opened would close it again.
      set(button, !open || root === hovered);
    } else if (root.matches(MENU) && rootOf(target, 'a')) close(root);
  });
  document.addEventListener('pointerdown', ({ target }) => {
    for (const root of document.querySelectorAll(MENU)) if (!root.contains(target as Node)) close(root);
  });
  document.addEventListener('pointerover', ({ target, pointerType }) => {
    const root = rootOf(target, '[data-disclosure=hover]');
    if (pointerType !== 'mouse' || root === hovered) return;
    const left = hovered;
    hovered = root;
    clearTimeout(closing);
    if (root) set(root.querySelector(BUTTON)!, true);
    else if (left) closing = setTimeout(() => close(left), CLOSE_MS);
  });
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    const root = rootOf(target, MENU);
    if (root && root !== hovered && relatedTarget && !root.contains(relatedTarget as Node)) close(root);
  });
  document.addEventListener('keydown', ({ key, target }) => {
    const root = key === 'Escape' && rootOf(target, MENU);
    const button = root && root.querySelector<HTMLElement>(OPEN);
    if (!button) return;
    close(root);
    button.focus();
  });
}
