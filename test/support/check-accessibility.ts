import { describe, expect } from '@jest/globals';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { atProof, isProof } from './counts.ts';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The rules that colours decide. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** What axe finds, in words. What stands in frames of other sites is theirs. */
const violations = async (page: Page, runOnly: string[]): Promise<string[]> => {
  // It stays in the page, and half a megabyte of it is sent and compiled again for every look otherwise.
  const there = await page.evaluate('Boolean(window.axe)');
  const { violations: found } = await new AxeBuilder({ page, ...(there ? { axeSource: ';' } : {}) })
    .setLegacyMode(true)
    .options({ runOnly, resultTypes: ['violations'] })
    .exclude('iframe')
    .analyze();
  return found.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`));
};

export type Appearance = readonly [width: number, theme: 'light' | 'dark', height?: number];

/**
 * Looks at a page in each width and theme, in `npm test` in the first alone; nothing scrolls sideways. A theme changes colours alone,
 * so a width's second one is asked for those.
 */
export const checkAccessibility = async (page: Page, appearances: readonly Appearance[]) => {
  const seen = new Set<number>();
  const looks = appearances.slice(0, atProof(appearances.length, 1, `looks at ${new URL(page.url()).pathname}`));
  for (const [width, colorScheme, height = 800] of looks) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // A theme that changes under an open page leaves single elements in the old one for a moment; laid out anew, none is.
    await page.evaluate(
      `document.body.style.display = 'none'; document.body.offsetHeight; document.body.style.display = ''; new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))`,
    );
    expect([width, colorScheme, await violations(page, seen.has(width) ? COLOURS : WCAG)]).toEqual([width, colorScheme, []]);
    seen.add(width);
    expect([width, await page.evaluate('document.documentElement.scrollWidth - innerWidth')]).toEqual([width, 0]);
  }
};

/** States that `npm run proof -- accessibility` alone looks at: `npm test` looks at each tab and page once. */
export const describeLooks = (name: string, looks: () => void): void => {
  if (isProof) describe(name, looks);
};

/** Looks at a state that a flow passes: in that proof alone, too. */
export const lookInPassing = async (page: Page, appearances: readonly Appearance[]) => {
  if (isProof) await checkAccessibility(page, appearances);
};
