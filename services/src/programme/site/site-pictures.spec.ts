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
const crop = (file: Buffer, part: object) =>
  nina.post<PictureAddedView>('/api/admin/site/pictures', { picture: dataUrl(file), crop: part });
const pixels = async (path: string) =>
  sharp(Buffer.from(await (await fetch(app.url + path)).arrayBuffer()))
    .raw()
    .toBuffer({ resolveWithObject: true });
const svgOf = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${inside}</svg>`;
/** Ten to this power, by references to references. */
const bomb = (levels: number) => {
  const level = (i: number) => `<g id="a${i}">${`<use href="#a${i - 1}"/>`.repeat(10)}</g>`;
  const defs = Array.from({ length: levels }, (_, i) => level(i + 1)).join('');
  return svgOf(`<defs><path id="a0" d="M0 0h9v9z"/>${defs}</defs><use href="#a${levels}"/>`);
};
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
    const good = await drawn(64, 64).png().toBuffer();
    const none: Record<string, Buffer | string> = {
      'a GIF': await drawn(8, 8).gif().toBuffer(),
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

  it('is refused for what it is if it is animated', async () => {
    const frames = [drawn(8, 8, 'red'), drawn(8, 8, 'blue')].map((frame) => frame.png().toBuffer());
    const animated = sharp(await Promise.all(frames), { join: { animated: true } });
    for (const file of [await animated.webp({ delay: [100, 100], loop: 0 }).toBuffer(), await animated.gif().toBuffer()])
      expect(await upload(file)).toMatchObject({ status: 400, body: { error: pictureRefusals.pictureAnimated } });
  });

  it('has the colours of its profile, also from a file for print', async () => {
    const print = await drawn(16, 16, '#d01020').removeAlpha().toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer();
    expect((await sharp(print).metadata()).space).toBe('cmyk');
    const { data, info } = await pixels((await upload(print)).body.path);
    expect(info.channels).toBe(3);
    for (const [i, part] of [0xd0, 0x10, 0x20].entries()) expect(Math.abs(data[i]! - part)).toBeLessThan(40);
  });

  it('is turned as its camera was held, and then cropped', async () => {
    // Left half red, right half blue; a camera on its side (6) says that the left is the top.
    const blue = await drawn(10, 10, '#0000ff').png().toBuffer();
    const photo = await drawn(20, 10, '#ff0000')
      .composite([{ input: blue, left: 10, top: 0 }])
      .flatten()
      .withMetadata({ orientation: 6 })
      .png()
      .toBuffer();
    const whole = await pixels((await upload(photo)).body.path);
    expect([whole.info.width, whole.info.height, whole.data[0]! > 200, whole.data.at(-1)! > 200]).toEqual([10, 20, true, true]);
    const lower = await crop(photo, { left: 0, top: 12, width: 8, height: 8 });
    const { data, info } = await pixels(lower.body.path);
    expect([info.width, info.height, data[0]! < 60, data[2]! > 200]).toEqual([8, 8, true, true]);
  });

  it.each([
    { left: 0, top: 0, width: 21, height: 1 },
    { left: 20, top: 0, width: 1, height: 1 },
    { left: -1, top: 0, width: 1, height: 1 },
    { left: 0, top: 0, width: 0, height: 1 },
    { left: 0.5, top: 0, width: 1, height: 1 },
  ])('is not cropped to %j', async (part) => {
    const refused = { status: 400, body: { error: pictureRefusals.cropInvalid } };
    expect(await crop(await drawn(20, 10).png().toBuffer(), part)).toMatchObject(refused);
    expect(await crop(Buffer.from(svgOf('<path d="M0 0h9v9z"/>')), { left: 0, top: 0, width: 1, height: 1 })).toMatchObject(refused);
  });

  it('is for admins to upload', async () => {
    for (const who of [app.anybody, await app.affiliate()]) {
      const { status } = await who.post('/api/admin/site/pictures', { picture: dataUrl(await drawn(4, 4).png().toBuffer()) });
      expect([401, 403]).toContain(status);
    }
  });
});

describe('an SVG', () => {
  it('stays one, of outlines alone, and is a raster where one is needed', async () => {
    const drawing = svgOf(`<script>alert(1)</script><style>@import url(https://evil.example); .a { fill: #00ff00 }</style>
      <g onclick="alert(1)" id="x&quot; onload=&quot;alert(1)"><a href="javascript:alert(1)"><rect class="a" width="24" height="12"/></a></g>`);
    const { status, body } = await upload(`\uFEFF<?xml version="1.0"?><!-- mark -->\n${drawing}`);
    expect([status, body.path]).toEqual([200, expect.stringMatching(/\.svg$/)]);
    const answer = await fetch(app.url + body.path);
    const clean = await answer.text();
    expect([answer.headers.get('content-type'), answer.headers.get('content-security-policy')]).toEqual([
      'image/svg+xml',
      expect.stringContaining('sandbox'),
    ]);
    expect(clean).not.toMatch(/script|style|onclick| onload="|href|evil|DOCTYPE/);
    expect(body.path).toBe(picturePath(createHash('sha256').update(clean).digest('hex'), 'svg'));
    // The same again, also once cleaned, is the same picture.
    for (const again of [drawing, clean]) expect((await upload(again)).body.path).toBe(body.path);
    const icon = await fetch(app.url + iconPath(body.path, iconSizes.large));
    const { data, info } = await sharp(Buffer.from(await icon.arrayBuffer()))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)];
    // 24 units are 512 pixels, and the edge between them is sharp.
    expect([info.width, at(250, 250), at(250, 260)]).toEqual([512, [0, 255, 0, 255], [0, 0, 0, 0]]);
    // Its bytes are not found as another kind.
    expect((await fetch(app.url + body.path.replace('.svg', '.webp'))).status).toBe(404);
    const pictures = app.api.get(SitePictures);
    await pictures.check({ logo: body.path });
    await expect(pictures.check({ logo: body.path.replace('.svg', '.webp') })).rejects.toThrow(pictureRefusals.pictureUnknown);
  });

  it.each([
    ['with letters', svgOf('<text y="9">Kelvin</text>'), 'svgNotOutlined'],
    ['with a picture inside', svgOf('<image href="https://evil.example/a.png" width="3" height="3"/>'), 'svgNotOutlined'],
    ['with a page inside', svgOf('<foreignObject><div xmlns="http://www.w3.org/1999/xhtml">x</div></foreignObject>'), 'svgNotOutlined'],
    ['that is no XML', '<svg xmlns="http://www.w3.org/2000/svg"><path', 'svgInvalid'],
    ['without a size', '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="9"><path d="M0 0h9v9z"/></svg>', 'svgInvalid'],
    ['of a kilometre', '<svg xmlns="http://www.w3.org/2000/svg" width="1e9" height="9"><path d="M0 0h9v9z"/></svg>', 'svgInvalid'],
    ['that makes a billion of ten', bomb(9), 'svgInvalid'],
    ['that makes a megabyte of ten', bomb(4), 'svgInvalid'],
    ['with more bytes than are read', svgOf(`<path d="M0 0${'h1'.repeat(300_000)}z"/>`), 'svgInvalid'],
  ] as const)('%s is refused', async (_, drawing, why) => {
    expect(await upload(drawing)).toMatchObject({ status: 400, body: { error: pictureRefusals[why] } });
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
