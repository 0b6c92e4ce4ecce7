import { reloadOnce } from './reloadOnce.ts';
import { untilBack } from './untilBack.ts';

/** `away`: no network, a server that restarts, or somebody else's page in place of the file, such as that of a captive portal. */
type Whereabouts = 'there' | 'gone' | 'away';

const ask = (file: string): Promise<Whereabouts> =>
  fetch(file, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok, status, headers }) => {
      if (status === 404 || status === 410) return 'gone';
      return ok && !headers.get('Content-Type')?.includes('html') ? 'there' : 'away';
    },
    () => 'away',
  );

/** `away` if one of them is. */
async function whereabouts(files: readonly string[]): Promise<Whereabouts> {
  const all = await Promise.all(files.map(ask));
  return (['away', 'gone'] as const).find((one) => all.includes(one)) ?? 'there';
}

const stylesWithout = (): HTMLLinkElement[] =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]:not([disabled])')].filter(({ sheet }) => !sheet);

/** Files that did not arrive: the error's own, as browsers word it, and those that the browser loaded on the way. */
function missing(error: unknown, since: number): string[] {
  const named = /https?:\/\/[^\s'"]+/.exec(String(error))?.[0];
  const failed = (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
    .filter(
      ({ name, startTime, responseStatus }) =>
        startTime >= since && name.includes('/assets/') && !(responseStatus >= 200 && responseStatus < 400),
    )
    .map(({ name }) => name);
  return [...new Set([...(named ? [named] : []), ...failed, ...stylesWithout().map(({ href }) => href)])];
}

/** Loads styles again that did not arrive; who loads code with styles asks for them only once. */
const mendStyles = (): Promise<unknown> =>
  Promise.all(
    stylesWithout().map((link) => {
      const again = link.cloneNode() as HTMLLinkElement;
      again.dataset['again'] = '';
      const settled = new Promise((resolve) => ['load', 'error'].forEach((name) => again.addEventListener(name, resolve)));
      link.replaceWith(again);
      return settled;
    }),
  );

/** Waits while files are away. @returns where they are then */
export async function untilArrived(files: readonly string[]): Promise<Exclude<Whereabouts, 'away'>> {
  let now = await whereabouts(files);
  if (now === 'away') await untilBack(async () => (now = await whereabouts(files)) !== 'away');
  await mendStyles();
  return now as Exclude<Whereabouts, 'away'>;
}

/** Styles whose code has arrived without them, once each. */
export const watchStyles = (): void =>
  window.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet' && !('again' in target.dataset))
        void untilArrived([target.href]);
    },
    true,
  );

/**
 * Loads code when it is needed, and waits for it without network. Code that the server says is gone reloads the page, once, and so does
 * code that is there but does not load: some browsers remember that it failed. @throws where that did not help
 */
export async function arriving<Code>(load: () => Promise<Code>, reload: () => boolean = reloadOnce): Promise<Code> {
  for (let tries = 1; ; tries++) {
    const since = performance.now();
    try {
      return await load();
    } catch (error) {
      const files = missing(error, since);
      const where = files.length ? await untilArrived(files) : 'gone';
      if (where === 'there' && tries === 1) continue;
      if (!reload()) throw error;
      return new Promise<never>(() => {});
    }
  }
}
