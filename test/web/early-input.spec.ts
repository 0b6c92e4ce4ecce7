import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { pages } from '../../web/src/lib/pages.ts';
import { addForProof, atProof, isProof } from '../support/counts.ts';
import { until } from '../support/until.ts';
import { browserOfWorker, openSite, type Site } from '../support/web-site.ts';

// What a person does before the framework runs has the same effect as later: every control that the DOM of a public page has.
let site: Site;
beforeAll(async () => void (site = await openSite()));
afterAll(() => site.stop());

const dashboards = new Set([pages.dashboard.path, pages.admin.path, pages.account.path]);
const publicPaths = Object.values(pages).flatMap(({ path }) => (dashboards.has(path) ? [] : [path]));
/** Where everyday runs look: a carousel and a link to a part of a page. before-scripts.spec.ts has fields, selects and forms. */
const EVERYDAY = ['/pricing'];

const DELAYS_MS = [0, 100, 500, 1_500];
/** When everything runs. */
const LATE_MS = 6_000;
const SLOWER = 4;

/** Runs in the page: what can be used, in the order of the DOM, and what using it is. */
const inPage = `(() => {
  const selector = 'a[href], button, input, select, textarea, summary, [role=button], [role=tab]';
  window.controls = () => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled);
  const type = (field, value) => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
  };
  const typed = { email: 'ann@mail.example', number: '7', range: '120' };
  window.use = (one) => {
    one.focus({ preventScroll: true });
    if (one.matches('select')) type(one, one.options[one.options.length - 1].value);
    else if (one.matches('textarea, input:not([type=checkbox], [type=radio])')) {
      type(one, typed[one.type] ?? 'latency');
      one.form?.requestSubmit();
    } else one.click();
  };
  window.outcome = (one) => {
    const shown = document.querySelector('main')?.cloneNode(true);
    // What moves by itself, and what only the visit of this page has.
    const moves = '[aria-label="Simulated frame times"], [aria-roledescription=carousel], iframe, script, style';
    shown?.querySelectorAll(moves).forEach((part) => part.remove());
    const states = [...document.querySelectorAll('[aria-expanded], [aria-pressed], [aria-checked], [aria-selected]')]
      .filter((part) => part.checkVisibility())
      .map((part) => part.textContent + ['expanded', 'pressed', 'checked', 'selected'].map((name) => part.getAttribute('aria-' + name)));
    const carousel = one?.closest?.('[aria-roledescription=carousel]');
    const seen = !carousel ? null : [...carousel.querySelectorAll('li')].filter((slide) => {
      const [box, frame] = [slide.getBoundingClientRect(), slide.parentElement.parentElement.getBoundingClientRect()];
      return box.right > frame.left + 20 && box.left < frame.right - 20;
    }).map((slide) => slide.textContent);
    return {
      address: location.pathname.replace(/(.)\\/$/, '$1') + location.search + location.hash,
      top: Math.round(scrollY / 8),
      main: shown?.textContent.replace(/\\s+/g, ' '),
      states,
      values: [...document.querySelectorAll('input, select, textarea')].map((field) => field.type === 'checkbox' ? field.checked : field.value),
      dialogs: [...document.querySelectorAll('[role=dialog]')].map((dialog) => dialog.textContent),
      // A link to the page itself loads it again where the framework does not run yet: another element has the label.
      label: one?.isConnected && !(one.localName === 'a' && one.href === location.href) ? one.getAttribute('aria-label') : null,
      seen,
      frames: [...document.querySelectorAll('iframe')].map((frame) => frame.title),
    };
  };
})()`;

/** A page as it is when it has loaded, on a slow machine. */
async function arrive(path: string) {
  const context = await (await browserOfWorker()).newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  await context.route(
    (url) => url.hostname !== '127.0.0.1' && url.hostname !== 'localhost',
    (route) => route.fulfill({ contentType: 'text/html', body: '<title>Elsewhere</title>' }),
  );
  const page = await context.newPage();
  await page.addInitScript(`try { localStorage.setItem('splashSeen', '1') } catch {}; ${inPage}`);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const opened: string[] = [];
  context.on('page', (other) => other !== page && opened.push(other.url()));
  await page.goto(site.url + path, { waitUntil: 'load' });
  return { page, opened, close: () => context.close() };
}

interface Control {
  index: number;
  name: string;
  /** Controls of one kind are handled alike. */
  kind: string;
  /** Of navigation or footer, which are on each page. */
  isFrame: boolean;
}
type Outcome = Record<string, unknown>;
const controlsOf = (page: Page): Promise<Control[]> =>
  page.evaluate(`controls().map((one, index) => ({
    index,
    name: one.tagName.toLowerCase() + ' ' + (one.getAttribute('aria-label') ?? one.textContent ?? '').replace(/\\s+/g, ' ').trim().slice(0, 60) + ' ' + (one.getAttribute('href') ?? one.getAttribute('name') ?? ''),
    kind: [one.localName, one.type, /#/.test(one.getAttribute('href') ?? '') && 'part', one.hasAttribute('aria-expanded'), Boolean(one.closest('[aria-roledescription=carousel]'))].join(),
    isFrame: !one.closest('main'),
  }))`);

/** Uses the control `delay` ms after the page has loaded. @returns reads the outcome */
async function used(path: string, { index }: Control, delay: number) {
  const arrived = await arrive(path);
  const { page } = arrived;
  await page.evaluate(`window.one = controls()[${index}]`);
  if (delay) await page.waitForTimeout(delay);
  await page.evaluate('use(one)');
  const outcome = () => page.evaluate<Outcome>('outcome(window.one)').catch((): Outcome => ({ address: 'on its way' }));
  return { ...arrived, outcome };
}

/** It shows figures alone. */
const WITHOUT_OWN = '/statistics';

/** Equal looks, 1 s apart. */
const STAYS = 3;

/** What the control does when everything runs. */
async function expected(path: string, control: Control): Promise<Outcome> {
  const { page, outcome, close } = await used(path, control, LATE_MS);
  let last: Outcome = {};
  // Until it stays: on a busy machine the next page takes seconds.
  for (let [now, stays] = [await outcome(), 0]; stays < STAYS; now = await outcome()) {
    stays = isDeepStrictEqual(now, last) ? stays + 1 : 0;
    last = now;
    await page.waitForTimeout(1_000);
  }
  await close();
  return last;
}

const differing = (one: Outcome, other: Outcome) =>
  Object.keys(other).flatMap((name) =>
    isDeepStrictEqual(one[name], other[name]) ? [] : [{ [name]: one[name] ?? null, later: other[name] }],
  );

/** Everyday: one control of each kind. Links that every page has are tried on one page. */
const tried = (all: Control[], path: string): Control[] => {
  if (isProof) return all.filter(({ isFrame }) => !isFrame || path === publicPaths[0]);
  const kinds = new Map(
    all.filter(({ isFrame, kind }) => !isFrame && !kind.startsWith('a,,false')).map((control) => [control.kind, control]),
  );
  return [...kinds.values()];
};
const DELAYS = DELAYS_MS.slice(0, atProof(4, 1, 'moments at which each control of each public page is used'));

it.each(isProof ? publicPaths : EVERYDAY)(
  'what is done on %s before the framework runs has the same effect as 6 s later',
  async (path) => {
    const { page, close } = await arrive(path);
    const all = await controlsOf(page);
    await close();
    const lost: unknown[] = [];
    const waiting = tried(all, path);
    addForProof(waiting.length, 'controls');
    // Of all pages one has none but those of each page.
    if (path !== WITHOUT_OWN) expect(waiting.length).toBeGreaterThan(0);
    const worker = async () => {
      for (let control = waiting.shift(); control; control = waiting.shift()) {
        const wanted = await expected(path, control);
        for (const delay of DELAYS) {
          const early = await used(path, control, delay);
          let left = differing({}, wanted);
          await until(async () => !(left = differing(await early.outcome(), wanted)).length).catch(() =>
            lost.push([control.name, `${delay} ms`, ...left]),
          );
          await early.close();
        }
      }
    };
    await Promise.all(Array.from({ length: 4 }, worker));
    expect(lost).toEqual([]);
  },
  1_800_000,
);
