import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventsOf, readEnds } from '../../services/src/operating/ops/export-file.ts';
import { Refused } from '../../services/src/platform/refused.ts';
import { ran } from '../support/operator.ts';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'damaged-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));
let n = 0;
const written = async (lines: readonly string[]) => {
  const file = join(folder, `${n++}.jsonl`);
  await writeFile(file, `${lines.join('\n')}\n`);
  return file;
};

const event = {
  position: 1,
  streamId: 's',
  version: 1,
  id: 'i',
  type: 'HeadSigned',
  schemaVersion: 1,
  recordedAt: '2026-01-01T00:00:00.000Z',
  data: '{}',
  metadata: '{}',
  hash: 'ab'.repeat(32),
};
/** JSON lines that are none of ours. */
const lines = [
  'null',
  'true',
  '5',
  '"text"',
  '[]',
  '{}',
  '{',
  '',
  '{"head":5}',
  '{"head":{}}',
  '{"event":null}',
  '{"event":{}}',
  '{"end":7}',
  '{"end":{}}',
  JSON.stringify({ ...event, data: null }),
  JSON.stringify({ ...event, data: 'no json' }),
  JSON.stringify({ ...event, data: 'null' }),
  JSON.stringify({ ...event, hash: 7 }),
  JSON.stringify({ ...event, metadata: undefined }),
];
/** A sentence: without a stack, file of ours or error class. */
const isSentence = (text: string) => !/^\s+at |file:\/\/|TypeError|ReferenceError|SyntaxError/m.test(text);

describe('a damaged file', () => {
  it.each(['log', 'account'])('is reported in a sentence by framelift-verify, as %s', async (kind) => {
    const header = JSON.stringify({ framelift: kind, format: kind === 'log' ? 1 : 2, partitions: 12, key: 'x' });
    for (const line of lines) {
      const { code, out, err } = await ran('deploy/framelift-verify.mjs', {}, await written([header, line]));
      expect([line, code, isSentence(out + err), out.trim() !== '']).toEqual([line, 1, true, true]);
    }
    for (const line of lines) {
      const { code, out, err } = await ran('deploy/framelift-verify.mjs', {}, await written([line, header]));
      expect([line, code > 0, isSentence(out + err)]).toEqual([line, true, true]);
    }
  });
  it('is refused by verify-statement', async () => {
    for (const line of lines) {
      const { code, out, err } = await ran('deploy/verify-statement.mjs', {}, await written([line]));
      expect([line, code, isSentence(out + err)]).toEqual([line, 2, true]);
    }
  });
  it('is refused by an import, which names the line', async () => {
    const header = JSON.stringify({ framelift: 'log', format: 1, partitions: 12 });
    const read = async (file: string) => {
      const found: unknown[] = [];
      for await (const one of eventsOf(file)) found.push(one);
      return found;
    };
    for (const line of lines.filter((text) => !text.includes('"head"') && !/"data":"n/.test(text))) {
      const file = await written([header, line, JSON.stringify(event)]);
      await expect([line, read(file)][1]).rejects.toThrow(Refused.inWords(`${file} is damaged in line 2`));
      await expect(readEnds(await written([header, line]))).rejects.toThrow('is damaged at its end');
      await expect(readEnds(await written([line]))).rejects.toThrow('is not an export of a log');
    }
    expect(await read(await written([header, JSON.stringify(event)]))).toHaveLength(1);
  });
});
