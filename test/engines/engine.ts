import { until } from '../support/until.ts';

/** A page of a browser engine. Elements are found by a script, so every engine finds the same ones. */
export interface EnginePage {
  go(url: string): Promise<void>;
  /** The value of an expression in the page, or in the frame of which `within` is the script's element. */
  ask<T>(expression: string, within?: string): Promise<T>;
  /** Clicks the middle of an element, as a person does. @throws if something covers it. */
  click(element: string, within?: string): Promise<void>;
  type(element: string, text: string, within?: string): Promise<void>;
  close(): Promise<void>;
}

export interface Engine {
  /** Failed scripts and errors in consoles. */
  errors: string[];
  open(): Promise<EnginePage>;
  close(): Promise<void>;
}

const MAX_WAIT_MS = 60_000;

/** The first visible element of an XPath. */
const shown = (xpath: string) => `(() => {
  const all = document.evaluate(${JSON.stringify(xpath)}, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null);
  for (let i = 0; i < all.snapshotLength; i++) if (all.snapshotItem(i).checkVisibility()) return all.snapshotItem(i);
  return null;
})()`;

export const named = (element: string, name: string) => `//${element}[normalize-space(.)=${JSON.stringify(name)}]`;
export const labelled = (label: string) => `//*[@id=//label[normalize-space(.)=${JSON.stringify(label)}]/@for]`;
export const saying = (text: string) => `//*[not(self::script) and contains(text(), ${JSON.stringify(text)})]`;

/** Steps of a scenario in any engine. Each waits until it is possible. */
export class Person {
  constructor(
    private readonly page: EnginePage,
    private readonly url: string,
  ) {}

  /** `within`: the XPath of the frame. */
  async sees(xpath: string, within?: string): Promise<void> {
    await this.tries(`to see ${xpath}`, () => this.page.ask(`!!${shown(xpath)}`, within && shown(within)));
  }

  async seesNo(xpath: string): Promise<void> {
    await this.tries(`to see no ${xpath}`, () => this.page.ask(`!${shown(xpath)}`));
  }

  async clicks(xpath: string, within?: string): Promise<void> {
    await this.tries(`to click ${xpath}`, () => this.page.click(shown(xpath), within && shown(within)).then(() => true));
  }

  async fills(label: string, text: string, within?: string): Promise<void> {
    const field = shown(labelled(label));
    await this.tries(`to fill ${label}`, () => this.page.type(field, text, within && shown(within)).then(() => true));
  }

  /** Opens a page and waits until React has hydrated it. */
  async opens(path: string): Promise<void> {
    await this.page.go(this.url + path);
    await this.tries(`to use ${path}`, () =>
      this.page.ask(`Object.keys(document.querySelector('#main') ?? {}).some((key) => key.startsWith('__react'))`),
    );
  }

  read<T>(expression: string): Promise<T> {
    return this.page.ask(expression);
  }

  leaves(): Promise<void> {
    return this.page.close();
  }

  private async tries(what: string, step: () => Promise<boolean>): Promise<void> {
    let last: unknown;
    const done = () => step().catch((error: unknown) => ((last = error), false));
    await until(done, MAX_WAIT_MS).catch(() => {
      throw new Error(`It never came ${what}`, { cause: last });
    });
  }
}
