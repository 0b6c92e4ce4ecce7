import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Catalogue, events, storedSchema } from '@framelift/contracts';
import { Compile } from 'typebox/compile';
import { upcast } from '../../services/src/engine/log/event.ts';

/** One sample of every version of every event that ever shipped. Lines are only ever added. */
const golden = readFileSync(join(import.meta.dirname, '../golden/events.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { type: string; schemaVersion: number; data: unknown });

describe('golden events', () => {
  it('hold one sample of every version of every event', () => {
    const wanted = Object.entries(events as Catalogue).flatMap(([type, { version = 1 }]) =>
      Array.from({ length: version }, (_, i) => `${type} ${i + 1}`),
    );
    expect(golden.map((g) => `${g.type} ${g.schemaVersion}`).toSorted()).toEqual(wanted.toSorted());
  });

  it.each(golden.map((g) => [`${g.type} v${g.schemaVersion}`, g] as const))(
    '%s is still read in today’s shape',
    (_, { type, schemaVersion, data }) => {
      const lifted = upcast(events, type, schemaVersion, data);
      expect([type, Compile(storedSchema((events as Catalogue)[type]!)).Check(lifted)]).toEqual([type, true]);
    },
  );
});
