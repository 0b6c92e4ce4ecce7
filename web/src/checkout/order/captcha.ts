import 'altcha/altcha.css';
import { arriving } from '../../lib/network/arriving.ts';

/** Widget and workers load when somebody buys: nobody else pays for their 40 kB. */
const loadWidget = async () => {
  const [pbkdf2, sha] = await arriving(() =>
    Promise.all([import('altcha/workers/pbkdf2?worker'), import('altcha/workers/sha?worker'), import('altcha/external')]),
  );
  for (const digest of ['SHA-256', 'SHA-384', 'SHA-512']) {
    $altcha.algorithms.set(digest, () => new sha.default());
    $altcha.algorithms.set(`PBKDF2/${digest}`, () => new pbkdf2.default());
  }
};

/**
 * Runs the captcha inside `host` and hands the proof to `use`; without a proof when the widget did not report verified.
 * Afterwards the widget is reset and goes away, its proof with it: one proof serves one checkout (docs/product.md#buying).
 */
export const withProof = async (host: HTMLElement, use: (proof: string | undefined) => Promise<void>): Promise<void> => {
  await loadWidget();
  const widget = document.createElement('altcha-widget');
  widget.setAttribute('challenge', '/api/store/altcha');
  const ready = new Promise((resolve) => widget.addEventListener('load', resolve, { once: true }));
  host.replaceChildren(widget);
  await ready;
  try {
    const result = await widget.verify();
    await use(widget.getState() === 'verified' ? result?.payload : undefined);
  } finally {
    widget.reset();
    widget.remove();
  }
};
