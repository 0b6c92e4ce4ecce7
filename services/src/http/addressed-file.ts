import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { ADDRESS_STAND_IN } from '@framelift/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';

const types = { html: 'text/html; charset=utf-8', xml: 'application/xml; charset=utf-8', txt: 'text/plain; charset=utf-8' } as const;

type Encoding = 'br' | 'gzip';
const brotli = promisify(brotliCompress);
const compress: Record<Encoding, (text: Buffer) => Promise<Buffer>> = {
  br: (text) => brotli(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }),
  gzip: (text) => promisify(gzip)(text, { level: 9 }),
};

/** RFC 9110, 12.5.3: the first of ours that is accepted; a browser that accepts Brotli prefers it. */
const encodingFor = (header = ''): Encoding | undefined => {
  const taken = header.split(',').map((part) => part.trim().split(/\s*;\s*q=/i));
  return (['br', 'gzip'] as const).find((encoding) => taken.some(([name, quality = '1']) => name === encoding && Number(quality) > 0));
};

/** Text of the built site with PUBLIC_URL in place of its placeholder. */
export const addressed = (file: string, publicUrl: string): Buffer =>
  Buffer.from(readFileSync(file, 'utf8').replaceAll(ADDRESS_STAND_IN, publicUrl));

/** A file of the built site that contains the site's address: its text is known only when it is served. */
export class AddressedFile {
  readonly text: Buffer;
  private readonly type: string;
  private readonly tag: string;
  /** Compressed once, on first use. */
  private readonly compressed = new Map<Encoding, Promise<Buffer>>();

  constructor(file: string, publicUrl: string) {
    this.text = addressed(file, publicUrl);
    this.type = types[file.split('.').at(-1) as keyof typeof types];
    this.tag = createHash('sha256').update(this.text).digest('base64url').slice(0, 22);
  }

  async answer(request: FastifyRequest, reply: FastifyReply): Promise<Buffer | undefined> {
    const encoding = encodingFor(request.headers['accept-encoding']);
    const tag = `"${this.tag}${encoding ? `-${encoding}` : ''}"`;
    void reply.headers({ ETag: tag, Vary: 'Accept-Encoding', 'Cache-Control': 'no-cache' });
    const known = request.headers['if-none-match']?.split(',').map((other) => other.trim().replace(/^W\//, ''));
    if (known?.some((other) => other === tag || other === '*')) return void reply.status(304).send();
    void reply.type(this.type);
    if (!encoding) return this.text;
    void reply.header('Content-Encoding', encoding);
    if (!this.compressed.has(encoding)) this.compressed.set(encoding, compress[encoding](this.text));
    return this.compressed.get(encoding);
  }
}
