import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const types = {
  html: 'text/html; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
  webmanifest: 'application/manifest+json; charset=utf-8',
} as const;

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

/** A text of the site in memory, answered with a validator and compressed once for each encoding. */
export class KeptText {
  private readonly text: Buffer;
  private readonly tag: string;
  /** Made once, on first use. */
  private readonly compressed = new Map<Encoding, Promise<Buffer>>();

  constructor(
    text: string,
    private readonly type: keyof typeof types,
  ) {
    this.text = Buffer.from(text);
    this.tag = createHash('sha256').update(this.text).digest('base64url').slice(0, 22);
  }

  async answer(request: FastifyRequest, reply: FastifyReply): Promise<Buffer | undefined> {
    const encoding = encodingFor(request.headers['accept-encoding']);
    const tag = `"${this.tag}${encoding ? `-${encoding}` : ''}"`;
    void reply.headers({ ETag: tag, Vary: 'Accept-Encoding', 'Cache-Control': 'no-cache' });
    const known = request.headers['if-none-match']?.split(',').map((other) => other.trim().replace(/^W\//, ''));
    if (reply.statusCode === 200 && known?.some((other) => other === tag || other === '*')) return void reply.status(304).send();
    void reply.type(types[this.type]);
    if (!encoding) return this.text;
    void reply.header('Content-Encoding', encoding);
    return this.in(encoding);
  }

  /** Compresses as the text before it was: who asks after the change waits for nothing. */
  async follow(before: KeptText): Promise<this> {
    await Promise.all([...before.compressed.keys()].map((encoding) => this.in(encoding)));
    return this;
  }

  private in(encoding: Encoding): Promise<Buffer> {
    const made = this.compressed.get(encoding) ?? compress[encoding](this.text);
    this.compressed.set(encoding, made);
    return made;
  }
}

/** Keeps the last text, which is compressed once however often it is written. */
export function keptTexts(type: keyof typeof types): (written: string) => KeptText {
  let kept: { written: string; text: KeptText } | undefined;
  return (written) => {
    if (kept?.written !== written) kept = { written, text: new KeptText(written, type) };
    return kept.text;
  };
}
