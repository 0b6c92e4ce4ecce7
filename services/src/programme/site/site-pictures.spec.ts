import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import {
  firstBrand,
  iconPath,
  iconSizes,
  pictureLimits,
  picturePath,
  pictureRefusals,
  type PictureAddedView,
  picturesIn,
  siteStream,
} from '@framelift/contracts';
import sharp, { type Color } from 'sharp';
import { commandMeta } from '../../../../test/support/command-meta.ts';
import { siteChanged } from '../../../../test/support/facts.ts';
import { type App, type Client, startApp } from '../../../../test/support/system.ts';
import { SitePictures } from './site-pictures.ts';

let app: App;
let nina: Client;
beforeAll(async () => {
  app = await startApp();
  nina = await app.admin();
});
afterAll(() => app.stop());

const dataUrl = (file: Buffer | string) => `data:image/png;base64,${Buffer.from(file).toString('base64')}`;
const drawn = (width: number, height: number, background: Color = '#123456') =>
  sharp({ create: { width, height, channels: 4, background } });
const upload = (file: Buffer | string) => nina.post<PictureAddedView>('/api/admin/site/pictures', { picture: dataUrl(file) });
const added = async (background: string): Promise<string> => (await upload(await drawn(4, 4, background).png().toBuffer())).body.path;
const stored = async () => (await app.db.pool.query('select hash from pictures.site')).rows.map((row) => row.hash as string);
const aDayLater = async () => {
  await app.db.pool.query(`update pictures.site set stored_at = stored_at - interval '25 hours'`);
  await app.api.get(SitePictures).removeUnnamed();
};

describe('a picture of the site', () => {
  it('is encoded again, sized down, named by the hash of its bytes, and served by it', async () => {
    const photo = await drawn(3_200, 800)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'secret' } })
      .toBuffer();
    const { status, body } = await upload(photo);
    expect([status, body]).toEqual([200, { success: true, path: expect.any(String) }]);
    const answer = await fetch(app.url + body.path);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(body.path).toBe(picturePath(createHash('sha256').update(bytes).digest('hex')));
    expect(bytes.includes('secret')).toBe(false);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 1_600, height: 400 });
    const headers = ['content-type', 'cache-control', 'x-content-type-options', 'content-disposition'].map((name) =>
      answer.headers.get(name),
    );
    expect(headers).toEqual(['image/webp', 'public, max-age=31536000, immutable', 'nosniff', 'inline']);
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
  });

  it('keeps what shines through, and does not grow', async () => {
    const { body } = await upload(await drawn(20, 10, { r: 1, g: 2, b: 3, alpha: 0 }).png().toBuffer());
    const bytes = Buffer.from(await (await fetch(app.url + body.path)).arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 20, height: 10, hasAlpha: true });
  });

  it('is kept as small as its field says, and is an icon in a square', async () => {
    const wide = await drawn(900, 300, '#00ff00').png().toBuffer();
    const { body } = await nina.post('/api/admin/site/pictures', { picture: dataUrl(wide), edge: pictureLimits.logoEdge });
    const shown = async (path: string) => {
      const answer = await fetch(app.url + path);
      const cached = answer.headers.get('cache-control') === 'public, max-age=31536000, immutable';
      return { status: answer.status, type: answer.headers.get('content-type'), cached, bytes: Buffer.from(await answer.arrayBuffer()) };
    };
    expect(await sharp((await shown(body.path)).bytes).metadata()).toMatchObject({ width: 512, height: 171 });
    for (const side of Object.values(iconSizes)) {
      const { bytes, ...about } = await shown(iconPath(body.path, side));
      expect(about).toEqual({ status: 200, type: 'image/png', cached: true });
      const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
      // Above it is nothing, on a phone white.
      expect([info.width, info.height, ...data.subarray(0, 4)]).toEqual([
        side,
        side,
        ...(side === iconSizes.touch ? [255, 255, 255, 255] : [0, 0, 0, 0]),
      ]);
    }
    for (const path of [iconPath(body.path, 33), iconPath(picturePath('0'.repeat(64)), iconSizes.tab)])
      expect([path, (await shown(path)).status]).toEqual([path, 404]);
    for (const edge of [0, 1_601, 1.5, '9'])
      expect(await nina.post('/api/admin/site/pictures', { picture: dataUrl(wide), edge })).toMatchObject({
        status: 400,
        body: { error: pictureRefusals.edgeInvalid },
      });
  });

  it('is not found by anything else than its name', async () => {
    for (const file of [`${'0'.repeat(64)}.webp`, 'x.webp', '..%2f..%2fetc%2fpasswd', `${'0'.repeat(64)}.png`])
      expect((await fetch(`${app.url}/site/pictures/${file}`)).status).toBe(404);
  });

  it('is refused in clear words if it is none', async () => {
    const frames = [drawn(8, 8, 'red'), drawn(8, 8, 'blue')].map((frame) => frame.png().toBuffer());
    const animated = await sharp(await Promise.all(frames), { join: { animated: true } })
      .webp({ delay: [100, 100], loop: 0 })
      .toBuffer();
    const good = await drawn(64, 64).png().toBuffer();
    const none: Record<string, Buffer | string> = {
      'an SVG': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
      'a GIF': await drawn(8, 8).gif().toBuffer(),
      'an animation': animated,
      'a page': '<!doctype html><script>alert(1)</script>',
      'half of a picture': good.subarray(0, good.length / 2),
      nothing: '',
      'a bomb': await sharp({ create: { width: 8_000, height: 6_251, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
      'more bytes than are read': randomBytes(pictureLimits.bytes + 1),
    };
    for (const [what, file] of Object.entries(none))
      expect([what, await upload(file)]).toMatchObject([what, { status: 400, body: { error: pictureRefusals.pictureInvalid } }]);
    const large = await upload(randomBytes(20_000_000));
    expect(large).toMatchObject({ status: 413, body: { error: 'The body must be at most 11 MiB' } });
  });

  it('is for admins to upload', async () => {
    for (const who of [app.anybody, await app.affiliate()]) {
      const { status } = await who.post('/api/admin/site/pictures', { picture: dataUrl(await drawn(4, 4).png().toBuffer()) });
      expect([401, 403]).toContain(status);
    }
  });
});

describe('a content', () => {
  it('names only pictures that are there', async () => {
    const pictures = app.api.get(SitePictures);
    const [one, other] = [await added('#111111'), await added('#222222')];
    await pictures.check({ team: [{ picture: one }, { picture: other }, { picture: one }], text: 'x' });
    await expect(pictures.check({ team: [{ picture: one }, { picture: picturePath('0'.repeat(64)) }] })).rejects.toThrow(
      pictureRefusals.pictureUnknown,
    );
  });

  it('is refused as a draft if it names another', async () => {
    const save = async (image: string) => {
      const content = { team: [{ name: 'Ann', role: 'Owner', discordId: '', image, joined: '2025-01-01' }] };
      return nina.send('PUT', '/api/admin/site/team', { content, draftSavedAt: null }, { 'Edit-Base': '0' });
    };
    expect(await save(picturePath('0'.repeat(64)))).toMatchObject({ status: 400, body: { error: pictureRefusals.pictureUnknown } });
    expect(await save(await added('#333333'))).toMatchObject({ status: 200 });
    await nina.send('DELETE', '/api/admin/site/team');
  });

  it('has as its logo an uploaded picture, and nothing else', async () => {
    const save = (logo: string | null) =>
      nina.send('PUT', '/api/admin/site/brand', { content: { ...firstBrand, logo } }, { 'Edit-Base': '0' });
    for (const logo of ['/favicon.svg', `/x${picturePath('0'.repeat(64))}`, '/site/pictures/x.webp'])
      expect([logo, await save(logo)]).toMatchObject([logo, { status: 400, body: { error: pictureRefusals.logoInvalid } }]);
    expect(await save(picturePath('0'.repeat(64)))).toMatchObject({ status: 400, body: { error: pictureRefusals.pictureUnknown } });
    for (const logo of ['https://pictures.example/a.png', 'javascript:alert(1)', 7])
      expect([logo, (await save(logo as string)).status]).toEqual([logo, 400]);
    for (const logo of [await added('#444444'), null]) expect(await save(logo)).toMatchObject({ status: 200 });
    await nina.send('DELETE', '/api/admin/site/brand');
  });

  it('keeps its pictures while it is published, was published, or is a draft; others are deleted after a day', async () => {
    await app.db.pool.query('delete from pictures.site');
    const [was, is, draft, dropped] = [await added('#a00000'), await added('#b00000'), await added('#c00000'), await added('#d00000')];
    for (const logo of [was, is]) {
      const facts = [siteChanged({ section: 'announcement', content: { text: '', logo } })];
      await app.system.log.append({ streams: [{ streamId: siteStream, expected: 'any', facts }], metadata: commandMeta() });
    }
    const insert = `insert into drafts.sections values ('announcement', $1, null, 'd1', now(), 0)`;
    await app.db.pool.query(insert, [JSON.stringify({ logo: draft })]);
    await app.api.get(SitePictures).removeUnnamed();
    expect((await stored()).length).toBe(4);
    await aDayLater();
    expect((await stored()).toSorted()).toEqual(picturesIn([was, is, draft]).toSorted());
    await app.db.pool.query('delete from drafts.sections');
    await app.api
      .get(SitePictures)
      .check({ logo: dropped })
      .catch(() => {});
    await aDayLater();
    expect((await stored()).toSorted()).toEqual(picturesIn([was, is]).toSorted());
  });
});
