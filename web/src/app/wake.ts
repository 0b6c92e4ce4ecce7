import { reloadOnce } from '../lib/reloadOnce.ts';

/** What a person does first. */
const SIGNS = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'focusin', 'wheel', 'scroll'] as const;
/** After the page and its pictures have loaded: the largest of them is painted. */
const AFTER_LOAD_MS = 100;

/** Whether the server has the code no longer, rather than the network. */
const isGone = (path: string): Promise<boolean> =>
  fetch(path, { method: 'HEAD' }).then(
    ({ ok }) => !ok,
    () => false,
  );

/** Loads the framework at the first sign of a person, or in an idle moment after the largest paint. @returns loads it now */
export function wakeOnSign(late: HTMLScriptElement): () => void {
  let woken = false;
  const wake = (event?: Event) => {
    // The page moves under a pointer that rests.
    const isStill = event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY;
    if (woken || isStill) return;
    woken = true;
    for (const sign of SIGNS) window.removeEventListener(sign, wake, true);
    const loads = late.dataset['loads']!.split(' ');
    for (const href of loads) {
      const link = document.createElement('link');
      Object.assign(link, { rel: 'modulepreload', href });
      document.head.append(link);
    }
    // The page's policy allows this very text.
    const script = document.createElement('script');
    Object.assign(script, { type: 'module', text: late.text });
    script.addEventListener('error', async () => (await isGone(loads[0]!)) && reloadOnce());
    document.head.append(script);
  };
  for (const sign of SIGNS) window.addEventListener(sign, wake, { capture: true, passive: true });
  const whenIdle = () =>
    'requestIdleCallback' in window ? requestIdleCallback(() => wake(), { timeout: 2_000 }) : setTimeout(() => wake(), AFTER_LOAD_MS);
  const loaded = () => setTimeout(whenIdle, AFTER_LOAD_MS);
  if (document.readyState === 'complete') loaded();
  else window.addEventListener('load', loaded);
  return () => wake();
}
