import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { drawing, type Shared, sharePicture } from './share-picture.ts';

const shared = { title: 'Everything your PC has, tuned', small: 'One-time purchase', name: 'Zephyr', accent: '#1d4ed8' };
const shapesIn = (more: Partial<Shared>) => drawing({ ...shared, ...more }).match(/<path /g)!.length;

describe('the picture of a shared page', () => {
  it('is drawn in the accent as it is read on dark ground, with the logo in place of the mark', async () => {
    const logo = await sharp({ create: { width: 9, height: 9, channels: 4, background: 'red' } })
      .png()
      .toBuffer();
    expect(drawing(shared)).not.toMatch(/#bdf430|<image|NaN|undefined/);
    expect(drawing({ ...shared, logo })).toContain(`href="data:image/png;base64,${logo.toString('base64')}"`);
    const { data, info } = await sharp(await sharePicture({ ...shared, logo }))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([1_200, 630]);
    // The middle of the logo.
    const [red, green, blue] = data.subarray((96 * 1_200 + 104) * 3);
    expect([red! > 200, green! < 60, blue! < 60]).toEqual([true, true, true]);
  });

  it.each(['静かな箱の店', 'متجر الرياح', 'חנות הרוח 12', 'ร้านลม', '<script>alert(1)</script>', 'W'.repeat(40)])(
    'has a shape for every letter of %s, and no other markup',
    async (name) => {
      expect(shapesIn({ name }) - shapesIn({ name: 'i' })).toBeGreaterThan(1);
      expect(drawing({ ...shared, name, title: name })).not.toMatch(/script|NaN|undefined/);
      expect(await sharp(await sharePicture({ ...shared, name, title: name, small: name })).metadata()).toMatchObject({ width: 1_200 });
    },
  );

  it('sets a long title smaller rather than over its edge', () => {
    const sizes = [shared.title, `${shared.title} `.repeat(6)].map((title) =>
      Number(/scale\((0\.\d+) -0/.exec(drawing({ ...shared, title, name: ' ', small: ' ' }))![1]),
    );
    expect(sizes[1]).toBeLessThan(sizes[0]!);
  });
});
