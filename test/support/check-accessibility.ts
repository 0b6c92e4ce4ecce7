import { describe, expect } from '@jest/globals';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { addForProof, isProof } from './counts.ts';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The rules that depend on colours. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** The findings of axe, in words, without frames of other sites. */
const violations = async (page: Page, runOnly: string[]): Promise<string[]> => {
  // It stays in the page: otherwise half a megabyte is sent and compiled again for every check.
  const there = await page.evaluate('Boolean(window.axe)');
  const { violations: found } = await new AxeBuilder({ page, ...(there ? { axeSource: ';' } : {}) })
    .setLegacyMode(true)
    .options({ runOnly, resultTypes: ['violations'] })
    .exclude('iframe')
    .analyze();
  return found.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`));
};

export type Appearance = readonly [width: number, theme: 'light' | 'dark', height?: number];

/** A phone and a desktop in both themes. */
export const phoneAndDesktop: readonly Appearance[] = [
  [375, 'light'],
  [375, 'dark'],
  [1280, 'light'],
  [1280, 'dark'],
];

/**
 * Checks a page in each width and theme, in `npm test` only in the first; nothing scrolls sideways. A theme changes only colours,
 * so a width's second theme is checked only for those.
 */
export const checkAccessibility = async (page: Page, appearances: readonly Appearance[]) => {
  const seen = new Set<number>();
  const looks = appearances.slice(0, isProof ? appearances.length : 1);
  addForProof(looks.length, 'looks of axe at pages');
  for (const [width, colorScheme, height = 800] of looks) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // A changed theme leaves single elements of an open page in the old one for a moment; a new layout updates them.
    await page.evaluate(
      `document.body.style.display = 'none'; document.body.offsetHeight; document.body.style.display = ''; new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))`,
    );
    expect([width, colorScheme, await violations(page, seen.has(width) ? COLOURS : WCAG)]).toEqual([width, colorScheme, []]);
    seen.add(width);
    expect([width, await page.evaluate('document.documentElement.scrollWidth - innerWidth')]).toEqual([width, 0]);
  }
};

/** States and rare flows that only `npm run proof` checks; `npm test` has one of each kind. */
export const describeLooks = (name: string, looks: () => void): void => {
  if (isProof) describe(name, looks);
};

/** Checks a state in a flow, also only in the proof. */
export const lookInPassing = async (page: Page, appearances: readonly Appearance[]) => {
  if (isProof) await checkAccessibility(page, appearances);
};
