import { expect, it } from '@jest/globals';
import { firstSite, picturePath } from '@framelift/contracts';
import { siteChanged } from '../../../../test/support/facts.ts';
import { stateOf } from '../../../../test/support/given.ts';
import { publishedPicturesSource } from './site-pictures.decider.ts';

const [red, blue] = ['ab', 'cd'].map((byte) => byte.repeat(32)) as [string, string];
const withLogo = (hash: string | null) =>
  siteChanged({ section: 'brand', content: { ...firstSite.brand, logo: hash && picturePath(hash) } });

it('every picture that was ever published is kept once, also one that a later content no longer shows', () => {
  const { decider, streamId } = publishedPicturesSource;
  expect([streamId, decider.name, decider.initial]).toEqual(['site', 'site-pictures', []]);
  expect(stateOf(decider, [withLogo(red), withLogo(null), withLogo(blue), withLogo(red)])).toEqual([red, blue]);
});
