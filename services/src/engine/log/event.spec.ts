import { describe, expect, it } from '@jest/globals';
import type { Catalogue } from '@framelift/contracts';
import { Type } from 'typebox';
import { type Decider, evolveAll } from './deciding/decider.ts';
import { checkKnown, NewerEvent, partitionOf, StoredEvent, upcast, UUID } from './event.ts';

const weighed = { means: 'Made up for this spec.', data: Type.Object({ cents: Type.Integer(), currency: Type.String() }) };
const upcasts = { 1: (data: object) => ({ ...data, currency: 'EUR' }), 2: (data: object) => ({ ...data, whole: true }) };
const known: Catalogue = { Counted: weighed, Weighed: { ...weighed, version: 3, upcast: upcasts } };
const row = {
  position: 7,
  streamId: 'affiliate-a1',
  version: 2,
  type: 'Weighed',
  schemaVersion: 1,
  partition: 3,
  recordedAtText: '2026-01-01 00:00:00+00',
  id: 'e7',
  dataText: '{"cents":5}',
  metadataText: '{"occurredAt":"2026-01-02T00:00:00.000Z","actor":{"kind":"system","id":"s"}}',
  hashText: 'ff00',
};

describe('an event', () => {
  const event = new StoredEvent(row, known) as unknown as StoredEvent & { type: string };
  it('has the values of its row', () => {
    const { recordedAtText: _, hashText: __, ...rest } = row;
    expect(event).toMatchObject(rest);
    expect(event.recordedAt.toISOString()).toBe('2026-01-01T00:00:00.000Z');
    expect(event.hash).toEqual(Buffer.from([255, 0]));
  });
  it('is parsed once, and upcast to the current shape', () => {
    expect(event.data).toEqual({ cents: 5, currency: 'EUR', whole: true });
    expect(event.data).toBe(event.data);
    expect(event.metadata.occurredAt).toBe('2026-01-02T00:00:00.000Z');
    expect(event.metadata).toBe(event.metadata);
  });
  it('is upcast from its stored version', () => {
    expect(upcast(known, 'Weighed', 2, { cents: 5 })).toEqual({ cents: 5, whole: true });
    expect(upcast(known, 'Weighed', 3, { cents: 5 })).toEqual({ cents: 5 });
    expect(upcast(known, 'Counted', 1, { cents: 5 })).toEqual({ cents: 5 });
  });
  it.each([
    ['Weighed', 4],
    ['Counted', 2],
    ['Unheard', 1],
    ['toString', 1],
  ])('refuses %s of version %i as written by a newer program', (type, version) => {
    expect(() => checkKnown(known, type, version)).toThrow(NewerEvent);
    expect(() => upcast(known, type, version, {})).toThrow(NewerEvent);
    expect(() => new StoredEvent({ ...row, type, schemaVersion: version }, known).checkKnown()).toThrow(
      `The log holds ${type} of version ${version}, which this program does not know: run the newer one`,
    );
  });
  it('passes if it is known', () => {
    expect(() => event.checkKnown()).not.toThrow();
    expect(() => checkKnown(known, 'Counted', 1)).not.toThrow();
  });
  it('has an id in the format of command ids', () => {
    const id = '0a1b2c3d-0000-4000-8000-00000000000f';
    expect(UUID.test(id)).toBe(true);
    for (const other of [`${id}0`, `0${id}`, id.toUpperCase(), id.replaceAll('-', ''), `${id.slice(0, 8)}${id.slice(13)}`])
      expect([other, UUID.test(other)]).toEqual([other, false]);
  });
});

describe('a fold', () => {
  const decider = {
    name: 'weighing',
    version: 1,
    initial: [],
    evolve: { Weighed: (all: unknown[], data: unknown, beside: unknown) => [...all, [data, beside]] },
  } as unknown as Decider<unknown[]>;
  it('applies the events it knows, in order, and ignores others', () => {
    const events = [row, { ...row, type: 'Counted', schemaVersion: 1 }, { ...row, position: 8, version: 3 }].map(
      (r) => new StoredEvent(r, known),
    );
    const at = '2026-01-02T00:00:00.000Z';
    const by = { kind: 'system', id: 's' };
    const data = { cents: 5, currency: 'EUR', whole: true };
    expect(evolveAll(decider, decider.initial, events as never)).toEqual([
      [data, { position: 7, version: 2, at, by }],
      [data, { position: 8, version: 3, at, by }],
    ]);
    expect(evolveAll(decider, decider.initial, [events[1]] as never)).toBe(decider.initial);
  });
});

it.each([
  ['', 0x811c9dc5],
  ['a', 0xe40c292c],
  ['foobar', 0xbf9cf968],
])('the partition of %j is the published FNV-1a hash, by the number of partitions', (key, hash) => {
  expect([partitionOf(key, 12), partitionOf(key, 7)]).toEqual([hash % 12, hash % 7]);
});
