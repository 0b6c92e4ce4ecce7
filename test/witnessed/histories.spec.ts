// What the programme's own rules make passes the verifier, whatever happened in it; and a changed file never passes for what it was.
import { expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { affiliateStream, type Catalogue, events as catalogue } from '../../contracts/src/index.ts';
import { tagged } from '../../services/src/engine/log/appending/tags.ts';
import { verifierKey } from '../../services/src/platform/notes.ts';
import { publicKeyOf } from '../../services/src/platform/signing.ts';
import { addForProof, atProof } from '../support/counts.ts';
import { AFFILIATES, programmeAfter, timedStep, type SimulatedProgramme } from '../support/simulated-programme.ts';
import { type ExportLine, type Forged, ForgedLog } from './forger.ts';
import { asLines, bySecond, verdictOf } from './verifying.ts';

const HISTORIES = atProof(200, 10, 'random histories');
const CHANGES = atProof(100_000, 500, 'changed files');
const seed = Buffer.alloc(32, 7);
const origin = 'shop.example/log';
const key = verifierKey(origin, publicKeyOf(seed));
const secretOf = (id: string) => createHash('sha256').update(id).digest();
const LATER = Date.parse('2030-01-01T00:00:00.000Z');

/** The log that a programme would have: each event as an append writes it. */
function logOf({ events }: SimulatedProgramme): ForgedLog {
  const secrets = new Map(AFFILIATES.map((id) => [affiliateStream(id), secretOf(id)]));
  let last = '';
  const forged = events.map(({ streamId, version, type, data, occurredAt }): Forged => {
    last = occurredAt > last ? occurredAt : last;
    const id = randomUUID();
    const metadata = JSON.stringify({ id, occurredAt, actor: { kind: 'system', id: 'test' }, commandId: id, correlationId: id });
    const secret = secrets.get(streamId);
    const tagging = type === 'ProgrammeTermsSet' ? { key: type, of: data.after as number } : secret && { key: secret };
    return {
      streamId,
      version,
      id,
      type: type as never,
      schemaVersion: (catalogue as Catalogue)[type]!.version ?? 1,
      recordedAt: last,
      dataText: JSON.stringify(data),
      metadataText: tagged(metadata, version, tagging ? { tagging } : {}),
    };
  });
  return new ForgedLog(forged, { seed, origin });
}
const centsOf = (programme: SimulatedProgramme, id: string): number => {
  const { earnedCents, reversedCents, reservedCents, paidCents, forfeitedCents } = programme.affiliate(id).books;
  return earnedCents - reversedCents - reservedCents - paidCents - forfeitedCents;
};
const exported = (log: ForgedLog, programme: SimulatedProgramme, id: string) =>
  log.exported(id, { cents: centsOf(programme, id), secret: secretOf(id) });

it(
  'every account of every history passes, by both programs',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'framelift-histories-'));
    let checked = 0;
    try {
      const histories = fc.sample(fc.array(timedStep, { minLength: 40, maxLength: 90 }), HISTORIES);
      for (const steps of histories) {
        const programme = programmeAfter(steps);
        const log = logOf(programme);
        for (const id of AFFILIATES) {
          const lines = await exported(log, programme, id);
          const { said, result } = await verdictOf(lines, { key, entries: log.tile, now: LATER });
          expect([said, result?.problems]).toEqual(['ok', []]);
          if (checked++ % 10 === 0) expect(await bySecond(lines, { key, now: LATER }, log, folder)).toBe('ok');
        }
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    addForProof(checked, 'accounts that passed');
  },
  HISTORIES * 5_000 + 60_000,
);

it(
  'a changed file never passes, unless every value is the same',
  async () => {
    const [steps] = fc.sample(fc.array(timedStep, { minLength: 60, maxLength: 60 }), { numRuns: 1, seed: 11 });
    const programme = programmeAfter(steps!);
    const log = logOf(programme);
    const honest = asLines(await exported(log, programme, 'a1'));
    const text = honest.map((line) => `${line}\n`).join('');
    const random = (below: number) => Math.floor(Math.random() * below);
    const some = <T>(all: readonly T[]): T => all[random(all.length)]!;
    const byLine = (change: (lines: string[]) => string[]) => () =>
      change([...honest])
        .map((line) => `${line}\n`)
        .join('');
    const byValue = (change: (line: ExportLine) => void) =>
      byLine((lines) => {
        const n = random(lines.length);
        const line = JSON.parse(lines[n]!) as ExportLine;
        change(line);
        return lines.with(n, JSON.stringify(line));
      });
    /** A value somewhere below, changed. */
    const somewhere = (line: ExportLine): void => {
      const name = some(Object.keys(line));
      const value: unknown = line[name];
      if (typeof value === 'object' && value !== null) somewhere(value as ExportLine);
      else if (typeof value === 'number') line[name] = value + some([1, -1, 0.5, 1_000_000]);
      else if (typeof value === 'string' && value) {
        const at = random(value.length);
        line[name] = value.slice(0, at) + some(['', '0', 'a', 'A', '\u2028', '"', '\n']) + value.slice(at + random(2));
      } else line[name] = some([null, 0, '', true]);
    };
    const kinds: (() => string)[] = [
      // Bytes
      () => {
        const at = random(text.length);
        return text.slice(0, at) + String.fromCharCode(random(128)) + text.slice(at + 1);
      },
      () => text.slice(0, random(text.length)),
      () => {
        const [from, to] = [random(text.length), random(text.length)].toSorted((a, b) => a - b) as [number, number];
        return text.slice(0, from) + text.slice(to);
      },
      // Lines
      byLine((lines) => lines.toSpliced(random(lines.length), 1)),
      byLine((lines) => lines.toSpliced(random(lines.length), 0, some(lines))),
      byLine((lines) => {
        const [a, b] = [random(lines.length), random(lines.length)];
        return lines.with(a, lines[b]!).with(b, lines[a]!);
      }),
      // Values and fields
      byValue(somewhere),
      byValue((line) => void (line[some(['more', 'event', 'end', '__proto__', 'since'])] = some([1, null, {}, 'x']))),
      byValue((line) => void delete line[some(Object.keys(line))]),
      byLine((lines) => {
        const n = random(lines.length);
        return lines.with(
          n,
          lines[n]!.replace(/"(\w+)":/, (all, name: string) => `"${name}":1,${all}`),
        );
      }),
    ];
    let [passed, same] = [0, 0];
    for (let n = 0; n < CHANGES; n++) {
      const changed = some(kinds)();
      const lines = changed.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
      if (lines.at(-1) === '') lines.pop();
      const { said } = await verdictOf(lines, { key, entries: log.tile, now: LATER });
      if (said !== 'ok') continue;
      passed++;
      // The same lines, or one empty one after them.
      expect(lines.filter((line, i) => line !== '' || i < honest.length)).toEqual(honest);
      same++;
    }
    expect(passed).toBe(same);
    addForProof(CHANGES, 'changed files');
    addForProof(same, 'of them with the same values');
  },
  CHANGES * 60 + 60_000,
);
