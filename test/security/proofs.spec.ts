import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from 'node:net';
import { deflateSync } from 'node:zlib';
import { affiliateStream, refusals } from '@framelift/contracts';
import sharp from 'sharp';
import { type App, type Client, startApp } from '../support/system.ts';
import { sold } from '../support/sales.ts';

let app: App;
let admin: Client;
let owner: Client & { id: string };
let method: string;
beforeAll(async () => {
  app = await startApp();
  admin = await app.admin();
  owner = await app.affiliate();
  await sold(app.system.log, owner.id, 10_000_00);
  await owner.post('/api/affiliate/payment-methods', { paymentType: 'paypal', paymentDetails: { email: 'own@example.org' } });
  method = (await owner.get('/api/affiliate/stats')).body.paymentMethods[0].id;
});
afterAll(() => app.stop());

async function cashout(): Promise<string> {
  const { status } = await owner.post('/api/affiliate/cashouts', { amount: 50, paymentMethodId: method });
  expect(status).toBe(201);
  return (await owner.get('/api/affiliate/stats')).body.recentCashouts[0].id;
}
const upload = (id: string, proofImage: string) => admin.put(`/api/admin/cashouts/${id}/process`, { status: 'completed', proofImage });
const dataUrl = (file: Buffer | string, type = 'image/png') => `data:${type};base64,${Buffer.from(file).toString('base64')}`;

// ── files ────────────────────────────────────────────────────────────────────
const square = (width = 8, height = width) => sharp({ create: { width, height, channels: 3, background: '#abcdef' } });
const crcTable = Array.from(
  { length: 256 },
  (_, n) => Array.from({ length: 8 }).reduce<number>((c) => (c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1), n) >>> 0,
);
const crc = (bytes: Buffer) => (bytes.reduce((c, byte) => crcTable[(c ^ byte) & 0xff]! ^ (c >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0;
function chunk(type: string, data: Buffer, sum?: number): Buffer {
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(sum ?? crc(Buffer.concat([Buffer.from(type), data])));
  return Buffer.concat([length, Buffer.from(type), data, check]);
}
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** A PNG that claims this size; `data` is its unpacked pixels. */
function png(width: number, height: number, data: Buffer = Buffer.alloc(100), { depth = 8, colour = 2, end = true } = {}): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([depth, colour, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(data, { level: 9 })),
    ...(end ? [chunk('IEND', Buffer.alloc(0))] : []),
  ]);
}
const script = '<script>alert(1)</script>';
const svg = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="10" height="10">${inside}</svg>`;
const gif = (comment = '') =>
  Buffer.concat([
    Buffer.from('GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xfe', 'latin1'),
    Buffer.from([comment.length]),
    Buffer.from(comment),
    Buffer.from('\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;', 'latin1'),
  ]);

async function hostileFiles(): Promise<Record<string, string>> {
  const [goodPng, goodJpeg, goodWebp] = await Promise.all([
    square().png().toBuffer(),
    square().jpeg().toBuffer(),
    square().webp().toBuffer(),
  ]);
  const noise = await sharp(Buffer.from(Array.from({ length: 3 * 400 * 400 }, (_, i) => (i * 7919) % 251)), {
    raw: { width: 400, height: 400, channels: 3 },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const frames = await sharp({ create: { width: 8, height: 16, channels: 4, background: 'red' } })
    .webp()
    .toBuffer();
  const animated = (format: 'webp' | 'gif') =>
    sharp(Buffer.alloc(8 * 16 * 4, 200), { raw: { width: 8, height: 16, channels: 4, pageHeight: 8 } } as never)
      .toFormat(format, { delay: [100, 100], loop: 0 } as never)
      .toBuffer()
      .catch(() => gif());
  const twoFrames = await sharp(
    [
      { create: { width: 8, height: 8, channels: 4, background: 'red' } },
      { create: { width: 8, height: 8, channels: 4, background: 'blue' } },
    ] as never,
    { join: { animated: true } } as never,
  )
    .webp({ delay: [100, 100], loop: 0 })
    .toBuffer();
  const cut = (file: Buffer, part: number) => file.subarray(0, Math.floor(file.length * part));
  const [tiff, avif] = await Promise.all([square().tiff().toBuffer(), square(64).avif().toBuffer()]);
  return {
    // Types that run
    'SVG with a script': dataUrl(svg(script), 'image/svg+xml'),
    'SVG that says PNG': dataUrl(svg(script)),
    'SVG with a handler': dataUrl(svg('<rect onload="alert(1)" width="9" height="9"/>'), 'image/svg+xml'),
    'SVG with a foreign object': dataUrl(
      svg(`<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="javascript:alert(1)"/></foreignObject>`),
      'image/svg+xml',
    ),
    'SVG that reads a file': dataUrl(
      `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('<text>&x;</text>')}`,
      'image/svg+xml',
    ),
    'SVG that asks another server': dataUrl(svg('<image xlink:href="http://127.0.0.1:1/x.png"/>'), 'image/svg+xml'),
    'SVG of a billion laughs': dataUrl(
      `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(50)}"><!ENTITY c "${'&b;'.repeat(50)}">]>${svg('<text>&c;</text>')}`,
      'image/svg+xml',
    ),
    'SVG without anything': dataUrl(svg('')),
    'an XML prologue': dataUrl('<?xml version="1.0"?>', 'image/png'),
    HTML: dataUrl(`<!doctype html>${script}`, 'text/html'),
    'HTML that says PNG': dataUrl(`<!doctype html>${script}`),
    'HTML that says JPEG': dataUrl(`<html><body onload=alert(1)>`, 'image/jpeg'),
    'a script': dataUrl('alert(1)', 'text/javascript'),
    'a script that says PNG': dataUrl('alert(1)'),
    'GIF with a script in its comment': dataUrl(gif(script), 'image/gif'),
    'GIF that is a script too': dataUrl(`GIF89a=1;alert(1)/*`, 'image/gif'),
    'GIF that says PNG': dataUrl(gif(script)),
    'a plain GIF': dataUrl(gif(), 'image/gif'),
    'an animated GIF': dataUrl(await animated('gif'), 'image/gif'),
    'an animated WebP': dataUrl(twoFrames, 'image/webp'),
    PDF: dataUrl('%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj', 'application/pdf'),
    'PDF that says PNG': dataUrl('%PDF-1.7\n1 0 obj<<>>endobj'),
    'a ZIP': dataUrl(Buffer.from('504b0304140000000000', 'hex')),
    'a program': dataUrl(Buffer.from('7f454c4602010100', 'hex')),
    'a Windows program': dataUrl(Buffer.concat([Buffer.from('MZ'), Buffer.alloc(100)])),
    PHP: dataUrl('<?php system($_GET["c"]); ?>'),
    'a PostScript': dataUrl('%!PS\n(%pipe%id) (w) file', 'image/png'),
    'an ImageMagick script': dataUrl('push graphic-context\nviewbox 0 0 1 1\nfill \'url(https://127.0.0.1/"|id")\'\npop graphic-context'),
    TIFF: dataUrl(tiff, 'image/tiff'),
    'TIFF that says PNG': dataUrl(tiff),
    AVIF: dataUrl(avif, 'image/avif'),
    'AVIF that says JPEG': dataUrl(avif, 'image/jpeg'),
    'an icon': dataUrl(Buffer.from('00000100010001010000010018003000000016000000', 'hex'), 'image/x-icon'),
    'a BMP': dataUrl(Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)]), 'image/bmp'),
    // Broken
    nothing: dataUrl(''),
    'one byte': dataUrl(Buffer.from([0x89])),
    'a signature alone': dataUrl(SIGNATURE),
    'a JPEG’s first bytes': dataUrl(Buffer.from('ffd8ffe0', 'hex'), 'image/jpeg'),
    'a WebP’s first bytes': dataUrl(Buffer.from('RIFF\x10\x00\x00\x00WEBPVP8 ', 'latin1'), 'image/webp'),
    'half a PNG': dataUrl(cut(noise, 0.5)),
    'a PNG without its end': dataUrl(cut(noise, 0.9)),
    'half a JPEG': dataUrl(cut(goodJpeg, 0.5), 'image/jpeg'),
    'half a WebP': dataUrl(cut(goodWebp, 0.5), 'image/webp'),
    'a PNG without pixels': dataUrl(Buffer.concat([goodPng.subarray(0, 33), chunk('IEND', Buffer.alloc(0))])),
    'a PNG with too few pixels': dataUrl(png(100, 100, Buffer.alloc(10))),
    'a PNG whose header has a wrong checksum': dataUrl(
      Buffer.concat([
        SIGNATURE,
        chunk('IHDR', Buffer.from('0000000800000008080200000000', 'hex').subarray(0, 13), 1),
        goodPng.subarray(33),
      ]),
    ),
    'a PNG whose pixels do not unpack': dataUrl(
      Buffer.concat([goodPng.subarray(0, 33), chunk('IDAT', Buffer.from('not deflated')), chunk('IEND', Buffer.alloc(0))]),
    ),
    'random bytes after a signature': dataUrl(
      Buffer.concat([SIGNATURE, Buffer.from(Array.from({ length: 500 }, (_, i) => (i * 31) % 256))]),
    ),
    // Bombs
    '65,535 by 65,535': dataUrl(png(65_535, 65_535)),
    '2^31 by 1': dataUrl(png(2 ** 31 - 1, 1)),
    '1 by 2^31': dataUrl(png(1, 2 ** 31 - 1)),
    '0 by 0': dataUrl(png(0, 0)),
    '8 by 0': dataUrl(png(8, 0)),
    '10,000 by 10,000, packed to a few bytes': dataUrl(png(10_000, 10_000, Buffer.alloc(10_000 * 1_250 + 10_000), { depth: 1, colour: 0 })),
    '6,000 by 6,000, all of one colour': dataUrl(await square(6_000).png({ compressionLevel: 9 }).toBuffer()),
    'a JPEG of 8,000 by 8,000': dataUrl(await square(8_000).jpeg({ quality: 1 }).toBuffer(), 'image/jpeg'),
    'a WebP of 16,000 by 2,000': dataUrl(await square(16_000, 2_000).webp({ quality: 1 }).toBuffer(), 'image/webp'),
    'more than 2 MB': dataUrl(Buffer.concat([goodPng, Buffer.alloc(2 * 1024 * 1024 + 1)])),
    // The address it comes in
    'no data URL': goodPng.toString('base64'),
    'an address': 'https://example.org/proof.png',
    'a file’s address': 'file:///etc/passwd',
    'a script’s address': 'javascript:alert(1)',
    'no base64 said': `data:image/png,${encodeURIComponent(goodPng.toString('latin1'))}`,
    'no type': `data:;base64,${goodPng.toString('base64')}`,
    'a type with more in it': `data:image/png;charset=x;base64,${goodPng.toString('base64')}`,
    'two types': `data:image/png,data:image/png;base64,${goodPng.toString('base64')}`,
    'base64 with a hole': dataUrl(goodPng).replace(/A/, ' '),
    'base64 of the other alphabet': dataUrl(Buffer.from([255, 254, 253, 251, 239]))
      .replaceAll('/', '_')
      .replaceAll('+', '-'),
    'text after the end': `${dataUrl(goodPng)}"><script>`,
    frames: frames.length ? dataUrl(Buffer.concat([Buffer.from('RIFF'), frames.subarray(8)]), 'image/webp') : '',
  };
}

describe('a hostile file', () => {
  it('is refused as a proof, in at least sixty ways, and changes nothing', async () => {
    const files = Object.entries(await hostileFiles());
    expect(files.length).toBeGreaterThanOrEqual(60);
    const id = await cashout();
    const { position } = await app.system.log.head();
    for (const [what, file] of files) {
      const { status, body } = await upload(id, file);
      // A file above the limit is refused before it is examined.
      expect([what, status, body]).toMatchObject([
        what,
        status === 413 ? 413 : 400,
        status === 413 ? { error: expect.any(String) } : { error: refusals.proofInvalid },
      ]);
    }
    expect((await app.system.log.head()).position).toBe(position);
    expect((await app.db.pool.query('select from affiliate.proofs')).rowCount).toBe(0);
  });
});

describe('an accepted proof', () => {
  const fetched = (path: string, token: string) => fetch(app.url + path, { headers: { Authorization: `Bearer ${token}` } });
  const canary = 'canary-in-the-metadata';
  const withMore: Record<string, () => Promise<[Buffer, string]>> = {
    'a photograph with a place and a comment': async () => [
      await square(64)
        .withExif({ IFD0: { Artist: canary, Copyright: script }, IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } })
        .jpeg()
        .toBuffer(),
      'image/jpeg',
    ],
    'a PNG with text and a script after its end': async () => {
      const file = await square(64).png().toBuffer();
      const text = chunk('tEXt', Buffer.from(`Comment\0${canary}${script}`));
      return [Buffer.concat([file.subarray(0, 33), text, file.subarray(33), Buffer.from(`${canary}<html>${script}`)]), 'image/png'];
    },
    'a JPEG that is a ZIP too': async () => [
      Buffer.concat([await square(64).jpeg().toBuffer(), Buffer.from(`PK\x05\x06${canary}`)]),
      'image/jpeg',
    ],
    'a JPEG that is a script too': async () => {
      const file = await square(64).jpeg().toBuffer();
      const comment = Buffer.from(`*/=1;alert('${canary}')/*`);
      const head = Buffer.from([0xff, 0xfe, 0, comment.length + 2]);
      return [Buffer.concat([file.subarray(0, 2), head, comment, file.subarray(2)]), 'image/jpeg'];
    },
    'a WebP with a profile': async () => [
      await square(64)
        .withExif({ IFD0: { Artist: canary } })
        .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf>${canary}</rdf></x:xmpmeta>`)
        .webp()
        .toBuffer(),
      'image/webp',
    ],
  };

  it.each(Object.keys(withMore))('is re-encoded: %s loses all but its pixels', async (what) => {
    const [file, type] = await withMore[what]!();
    expect(file.includes(canary)).toBe(true);
    const id = await cashout();
    expect((await upload(id, dataUrl(file, type))).status).toBe(200);
    const served = Buffer.from(await (await fetched(`/api/affiliate/cashouts/${id}/proof`, owner.token)).arrayBuffer());
    expect([served.includes(canary), served.includes('script'), served.includes('PK\x05')]).toEqual([false, false, false]);
    const { width, format, exif, xmp, comments } = await sharp(served).metadata();
    expect({ width, exif, xmp, comments }).toEqual({ width: 64, exif: undefined, xmp: undefined, comments: undefined });
    expect(`image/${format}`).toBe(type);
  });

  it('is served with its exact type, only to its owner and admins', async () => {
    const id = await cashout();
    await upload(id, dataUrl(await square().png().toBuffer()));
    const other = await app.affiliate();
    for (const [path, token] of [
      [`/api/affiliate/cashouts/${id}/proof`, owner.token],
      [`/api/admin/cashouts/${id}/proof`, admin.token],
    ] as const) {
      const { status, headers } = await fetched(path, token);
      expect(status).toBe(200);
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'image/png',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'cross-origin-opener-policy': 'same-origin',
        'content-security-policy': expect.stringMatching(/^default-src 'none';.* sandbox$/),
      });
    }
    expect((await fetched(`/api/affiliate/cashouts/${id}/proof`, other.token)).status).toBe(404);
    expect((await fetched(`/api/admin/cashouts/${id}/proof`, owner.token)).status).toBe(403);
    expect((await fetch(`${app.url}/api/affiliate/cashouts/${id}/proof`)).status).toBe(401);
    expect((await app.system.log.readStream(affiliateStream(owner.id))).at(-1)!.dataText).not.toContain('base64');
  });
});

it('is accepted from admins only: no one else may even upload it', async () => {
  const first = (authorization: string) =>
    new Promise<string>((answered, failed) => {
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1').on('error', failed);
      const head = `PUT /api/admin/cashouts/x/process HTTP/1.1\r\nHost: a\r\n${authorization}Content-Type: application/json\r\n`;
      socket.write(`${head}Content-Length: 2500000\r\n\r\n{`);
      socket.once('data', (text) => (socket.destroy(), answered(String(text).slice(0, 12))));
      socket.setTimeout(3_000, () => (socket.destroy(), answered('still waiting')));
    });
  expect(await first('')).toBe('HTTP/1.1 401');
  expect(await first('Authorization: Bearer aaaa.bbbb.cccc\r\n')).toBe('HTTP/1.1 401');
  expect(await first(`Authorization: Bearer ${owner.token}\r\n`)).toBe('HTTP/1.1 403');
  expect(await first(`Authorization: Bearer ${admin.token}\r\n`)).toBe('still waiting');
});
