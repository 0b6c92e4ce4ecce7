import { existsSync } from 'node:fs';
import puppeteer, { type ElementHandle, type Frame, type Page } from 'puppeteer-core';
import type { Engine, EnginePage } from './engine.ts';

const PLACES = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];
const executablePath = PLACES.find((place) => existsSync(place));

/** Why there is none here, or undefined. */
export const noFirefox = executablePath ? undefined : 'Firefox is not installed (Debian: firefox-esr)';

class FirefoxPage implements EnginePage {
  constructor(private readonly page: Page) {}

  async go(url: string) {
    await this.page.goto(url);
  }

  async ask<T>(expression: string, within?: string) {
    return (await (await this.frame(within)).evaluate(expression)) as T;
  }

  async click(element: string, within?: string) {
    const found = await this.find(element, within);
    await found.click();
  }

  async type(element: string, text: string, within?: string) {
    const found = await this.find(element, within);
    await found.type(text);
  }

  async close() {
    const context = this.page.browserContext();
    await context.close();
  }

  private async frame(within?: string): Promise<Frame> {
    if (!within) return this.page.mainFrame();
    const element = (await this.page.evaluateHandle(within)).asElement() as ElementHandle | null;
    const frame = await element?.contentFrame();
    if (!frame) throw new Error('there is no such frame');
    return frame;
  }

  private async find(element: string, within?: string): Promise<ElementHandle> {
    const found = (await (await this.frame(within)).evaluateHandle(element)).asElement();
    if (!found) throw new Error('there is no such element');
    return found as ElementHandle;
  }
}

/** Over WebDriver BiDi; each page belongs to another person. */
export async function openFirefox(): Promise<Engine> {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: executablePath!, headless: true });
  const errors: string[] = [];
  return {
    errors,
    async open() {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await page.setViewport({ width: 1280, height: 900 });
      page.on('pageerror', (error) => void errors.push(String(error)));
      page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())));
      return new FirefoxPage(page);
    },
    close: () => browser.close(),
  };
}
