import { arrived } from '../lib/network/arriving.ts';
import { reloadOnce } from '../lib/network/reloadOnce.ts';

/** What a person does first. */
const SIGNS = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'focusin', 'wheel', 'scroll'] as const;
/** After the page and its pictures have loaded: the largest of them is painted. */
const AFTER_LOAD_MS = 100;
/** Who only reads this long gets what moves and counts by itself. */
const READING_MS = 4_000;

/**
 * Fetches the framework in an idle moment after the largest paint, and runs it at the first sign of a person, or when nobody gave one for
 * a while. A page that lacks an answer asks for it in the idle moment. @returns runs it now
 */
export function wakeOnSign(late: HTMLScriptElement): () => void {
  let woken = false;
  const files = late.dataset['loads']!.split(' ');
  const fetchAll = async () => {
    await arrived(files);
    for (const href of files) {
      const link = document.createElement('link');
      Object.assign(link, { rel: 'modulepreload', href });
      document.head.append(link);
    }
  };
  let code: Promise<void> | undefined;
  const fetchCode = () => (code ??= fetchAll());
  const wake = (event?: Event) => {
    // The page moves under a pointer that rests.
    const isStill = event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY;
    if (woken || isStill) return;
    woken = true;
    for (const sign of SIGNS) window.removeEventListener(sign, wake, true);
    fetchCode().then(run, reloadOnce);
  };
  const run = () => {
    // The page's policy allows this very text.
    const script = document.createElement('script');
    Object.assign(script, { type: 'module', text: late.text });
    document.head.append(script);
  };
  for (const sign of SIGNS) window.addEventListener(sign, wake, { capture: true, passive: true });
  const idle = () => {
    fetchCode().catch(() => {});
    setTimeout(() => wake(), 'asks' in late.dataset ? 0 : READING_MS);
  };
  const whenIdle = () =>
    'requestIdleCallback' in window ? requestIdleCallback(idle, { timeout: 2_000 }) : setTimeout(idle, AFTER_LOAD_MS);
  const loaded = () => setTimeout(whenIdle, AFTER_LOAD_MS);
  if (document.readyState === 'complete') loaded();
  else window.addEventListener('load', loaded);
  return () => wake();
}
