import { StreamableFile } from '@nestjs/common';
import type { Readable } from 'node:stream';

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
  xml: 'application/xml',
  jsonl: 'text/plain; charset=utf-8',
} as const;

/** The name of a download: its kind, then its subject, so that no two have the same name. */
export const attachedAs = (what: readonly string[], ending: string): string =>
  `attachment; filename="${what.map((part) => part.replaceAll(/[^A-Za-z0-9._-]+/g, '-')).join('-')}.${ending}"`;

/** A download. */
export const attachment = (what: readonly string[], ending: keyof typeof TYPES, content: string | Readable): StreamableFile => {
  const options = { type: TYPES[ending], disposition: attachedAs(what, ending) };
  return typeof content === 'string' ? new StreamableFile(Buffer.from(content), options) : new StreamableFile(content, options);
};
