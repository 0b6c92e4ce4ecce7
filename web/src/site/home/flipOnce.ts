/** The eye has found the instrument by then (ms). */
const FLIP_MS = 1_500;

/** Marks a switch that turns itself on once. */
export const flips = { 'data-flips': '' } as const;

/** Turns the marked switch on once it was in view for a while, unless a person was there first or wants nothing to move. */
export function flipOnce(): void {
  const box = document.querySelector<HTMLInputElement>('[data-flips]');
  if (!box || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  let isTheirs = false;
  for (const sign of ['focus', 'pointerdown', 'input']) box.parentElement!.addEventListener(sign, () => (isTheirs = true), true);
  const watch = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    watch.disconnect();
    setTimeout(() => (box.checked ||= !isTheirs), FLIP_MS);
  });
  watch.observe(box);
}
