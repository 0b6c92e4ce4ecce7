import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { freePort } from '../../services/src/platform/embedded-postgres.ts';
import { until } from '../support/until.ts';
import type { Engine, EnginePage } from './engine.ts';

const [binary] = globSync('/usr/lib/*/webkit2gtk-4*/MiniBrowser');
const isComplete = binary && ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'].every((program) => existsSync(program));

/** Why there is none here, or undefined. */
export const noWebKit = isComplete ? undefined : 'WebKit is not installed (Debian: webkit2gtk-driver and xvfb)';

/** WebDriver's key of an element (W3C WebDriver, 11). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
/** An automated WebKit does not expose its console, so the page collects errors; those before this script are missed. */
const COLLECT = `(() => {
  window.collectedErrors = [];
  const { error } = console;
  console.error = (...said) => { window.collectedErrors.push(said.join(' ')); error(...said); };
  window.addEventListener('error', ({ message }) => window.collectedErrors.push(message));
  window.addEventListener('unhandledrejection', ({ reason }) => window.collectedErrors.push(String(reason)));
})()`;
type ElementId = Record<typeof ELEMENT, string> | null;

/** A session of WebDriver, which is a browser with one page. */
class WebKitPage implements EnginePage {
  constructor(
    private readonly session: string,
    private readonly errors: string[],
    private readonly ended: () => Promise<void>,
  ) {}

  async go(url: string) {
    await this.collect();
    await this.send('url', { url });
    await this.evaluate(COLLECT);
  }

  async ask<T>(expression: string, within?: string) {
    await this.frame(within);
    return this.evaluate<T>(expression);
  }

  async click(element: string, within?: string) {
    await this.send(`element/${await this.find(element, within)}/click`, {});
  }

  async type(element: string, text: string, within?: string) {
    // Not by `element/…/value`: WebKit does not let a script focus another origin's frame.
    await this.click(element, within);
    const keys = [...text].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })));
    await this.send('actions', { actions: [{ type: 'key', id: 'keyboard', actions: keys }] });
  }

  async close() {
    await this.collect();
    await fetch(this.session, { method: 'DELETE' });
    await this.ended();
  }

  private evaluate<T>(expression: string): Promise<T> {
    return this.send('execute/sync', { script: `return ${expression}`, args: [] });
  }

  async send<T>(command: string, body: object): Promise<T> {
    const response = await fetch(`${this.session}/${command}`, { method: 'POST', body: JSON.stringify(body) });
    const { value } = (await response.json()) as { value: T & { message?: string } };
    if (!response.ok) throw new Error(value.message);
    return value;
  }

  private async collect(): Promise<void> {
    await this.frame();
    this.errors.push(...(await this.evaluate<string[]>('window.collectedErrors ?? []')));
  }

  /** Commands go to the page, or to the last entered frame. */
  private async frame(within?: string): Promise<void> {
    await this.send('frame', { id: null });
    if (within) await this.send('frame', { id: await this.evaluate<ElementId>(within) });
  }

  private async find(element: string, within?: string): Promise<string> {
    const found = await this.ask<ElementId>(element, within);
    if (!found) throw new Error('there is no such element');
    return found[ELEMENT];
  }
}

async function ended(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  program.kill();
  await once(program, 'exit');
}

/** A virtual screen. @returns its name. */
async function openScreen(): Promise<{ display: string; screen: ChildProcess }> {
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [number] = (await once(screen.stdout, 'data')) as [Buffer];
  return { display: `:${number.toString().trim()}`, screen };
}

/** A driver has one session, so each page has a driver and a temporary profile. */
export async function openWebKit(): Promise<Engine> {
  const { display, screen } = await openScreen();
  const errors: string[] = [];
  const drivers: ChildProcess[] = [];
  return {
    errors,
    async open() {
      const port = await freePort();
      const driver = spawn('WebKitWebDriver', [`--port=${port}`], { env: { ...process.env, DISPLAY: display }, stdio: 'ignore' });
      drivers.push(driver);
      const url = `http://127.0.0.1:${port}/session`;
      await until(
        () =>
          fetch(`http://127.0.0.1:${port}/status`).then(
            ({ ok }) => ok,
            () => false,
          ),
        30_000,
      );
      const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } } };
      const response = await fetch(url, { method: 'POST', body: JSON.stringify({ capabilities }) });
      const { value } = (await response.json()) as { value: { sessionId?: string; message?: string } };
      if (!value.sessionId) throw new Error(`WebKit does not start: ${value.message}`);
      const page = new WebKitPage(`${url}/${value.sessionId}`, errors, () => ended(driver));
      await page.send('window/rect', { x: 0, y: 0, width: 1280, height: 900 });
      return page;
    },
    // Includes pages left open by a failed scenario.
    async close() {
      for (const program of [...drivers, screen]) await ended(program);
    },
  };
}
