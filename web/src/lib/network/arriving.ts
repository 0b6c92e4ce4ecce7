import { reloadOnce } from './reloadOnce.ts';
import { untilBack } from './untilBack.ts';

/** A deployment took the file away. */
class Gone extends Error {}

/** `away`: no network, a server that restarts, or somebody else's page in place of the file, such as that of a captive portal. */
type Answer = { text: string } | 'gone' | 'away';

async function ask(path: string): Promise<Answer> {
  try {
    const response = await fetch(path);
    if (response.status === 404 || response.status === 410) return 'gone';
    if (!response.ok || response.headers.get('Content-Type')?.includes('html')) return 'away';
    return { text: await response.text() };
  } catch {
    return 'away';
  }
}

async function load(path: string): Promise<void> {
  const sheet = path.endsWith('.css') ? new CSSStyleSheet() : undefined;
  // Styles apply in the order in which they were asked for, whichever arrives first.
  if (sheet) document.adoptedStyleSheets.push(sheet);
  let answer = await ask(path);
  if (answer === 'away') await untilBack(async () => (answer = await ask(path)) !== 'away');
  if (typeof answer === 'string') throw new Gone(path);
  sheet?.replaceSync(answer.text);
}

/** Files that have arrived or are on their way. */
const files = new Map<string, Promise<void>>();
/** Vite leaves out the first slash, React Router adds a # to styles. */
const pathOf = (file: string): string => new URL(file, window.location.origin).pathname;

/** What the page came with is not asked for again. */
export const cameWith = (came: readonly string[]): void => came.forEach((file) => files.set(pathOf(file), Promise.resolve()));

/**
 * Waits until files of the build have arrived. Scripts are then in the browser's cache: an import that fails without network would fail for
 * ever in some browsers. Styles apply. @throws Gone
 */
export async function arrived(needed: readonly string[]): Promise<void> {
  await Promise.all(
    needed.map(pathOf).map((path) => {
      const coming = files.get(path) ?? load(path);
      files.set(path, coming);
      return coming.catch((error: unknown) => {
        files.delete(path);
        throw error;
      });
    }),
  );
}

/** Every import() of the browser's build is a call of this (vite.config.ts). `needed`: the code's own file, and what that imports. */
async function whenArrived<Code>(code: () => Promise<Code>, needed: readonly string[]): Promise<Code> {
  await arrived(needed);
  return code();
}
export { whenArrived as __vitePreload };

/** Code without which a person cannot go on: if it is gone, the page is loaded again, once. @throws where that did not help */
export async function arriving<Code>(code: () => Promise<Code>): Promise<Code> {
  try {
    return await code();
  } catch (error) {
    if (!(error instanceof Gone) || !reloadOnce()) throw error;
    return new Promise<never>(() => {});
  }
}
