import { expect } from '@playwright/test';
import type { Page } from 'playwright-core';

/** Expectations about a page that are tried again for as long as its actions. */
export const expectPage = expect.configure({ timeout: 30_000 });

/** Messages go away after 3 s, before a busy machine may look: their texts stay here. */
const REMEMBER = `{
  const texts = (window.said = []);
  const look = (node) => node.nodeType === 1 && node.matches('[role=status]') ? texts.push(node.textContent) : [...(node.children ?? [])].forEach(look);
  new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach(look))).observe(document, { childList: true, subtree: true });
}`;

/** For {@link said}. Not by a script of every frame: one without scripts would complain. */
export const rememberMessages = (page: Page): Page => page.on('domcontentloaded', () => page.evaluate(REMEMBER).catch(() => {}));

/** Waits until a message says this text, unless it has gone already; each message is found once. */
export const said = (page: Page, text: string): Promise<void> =>
  expectPage
    .poll(
      () =>
        page.evaluate((wanted) => {
          const { said: texts = [] } = globalThis as unknown as { said?: string[] };
          return texts.splice(0, texts.findIndex((one) => one.includes(wanted)) + 1).length > 0;
        }, text),
      { message: text, intervals: [20, 50, 100] },
    )
    .toBe(true);

/** Types where the focus is, once it is in a field: a dialog that opens takes it there. */
export async function typed(page: Page, text: string): Promise<void> {
  await expectPage(page.locator('input:focus, textarea:focus')).toBeVisible();
  await page.keyboard.type(text);
}
