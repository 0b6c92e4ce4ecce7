import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { accentStyle, coloursOf, contrast, READABLE } from './accent.ts';

const colour = fc.integer({ min: 0, max: 0xff_ff_ff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);

describe('the colours of an accent', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#767676', '#ffffff', 4.54],
    ['#ff0000', '#ffffff', 4],
    ['#123456', '#123456', 1],
  ])('contrast of %s on %s is WCAG’s %d', (a, b, is) => expect(contrast(a, b)).toBeCloseTo(is, 2));

  it('are readable in both themes, whatever the accent', () => {
    fc.assert(
      fc.property(colour, (accent) => {
        const { ink, hover, soft, text } = coloursOf(accent);
        const read: [string, string][] = [
          [ink, accent],
          [ink, hover],
          [text[0], '#ffffff'],
          [text[0], '#eff1e9'],
          [text[0], soft[0]],
          [text[1], '#0a0c0b'],
          [text[1], '#1b201d'],
          [text[1], soft[1]],
        ];
        for (const [on, ground] of read) expect([on, ground, contrast(on, ground) >= READABLE]).toEqual([on, ground, true]);
      }),
    );
  });

  it('keep an accent that is readable as text', () => expect(coloursOf('#1d4ed8').text[0]).toBe('#1d4ed8'));

  it('need no browser that knows light-dark()', () => {
    const style = accentStyle('#1d4ed8');
    expect(style).toContain('--accent-text:var(--lightningcss-light,#1d4ed8)var(--lightningcss-dark,#');
    expect(style).not.toContain('light-dark');
  });

  it('are tokens of a style sheet without anything else in it', () =>
    fc.assert(
      fc.property(colour, (accent) =>
        expect(accentStyle(accent)).toMatch(/^:root:root,\.night\.night\{(?:--[a-z-]+:[#0-9a-z(),-]+;?)+\}$/),
      ),
    ));
});
