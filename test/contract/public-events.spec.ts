import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Catalogue,
  cloudEventSchema,
  events,
  type OpenedEvent,
  PUBLIC_EVENT_NAMES,
  publicEventOf,
  type PublicEventName,
  publicEvents,
  PUBLISHED,
} from '@framelift/contracts';
import { CloudEvent } from 'cloudevents';
import { Compile } from 'typebox/compile';
import { upcast } from '../../services/src/engine/log/event.ts';

const lines = (file: string) =>
  readFileSync(join(import.meta.dirname, '../golden', file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Each shipped event of the log as outside programs read it, with every decision of a cashout. */
const sources = (lines('events.jsonl') as { type: string; schemaVersion: number; data: Record<string, unknown> }[])
  .filter(({ type }) => PUBLISHED.some((name) => name === type))
  .flatMap((golden) =>
    (golden.type === 'CashoutProcessed' ? ['approved', 'completed', 'rejected'] : [undefined]).map((status) => ({
      ...golden,
      data: { ...golden.data, ...(status ? { status } : {}) },
    })),
  );

const open = {
  username: 'anna',
  email: 'anna@mail.com',
  reason: 'why',
  customerEmail: 'buyer@mail.com',
  notes: 'please',
  adminNotes: 'done',
};
const published = ({ type, schemaVersion, data }: (typeof sources)[number], personal: 'open' | 'null') => {
  const lifted = upcast(events, type, schemaVersion, data) as Record<string, unknown>;
  const clear = (name: string) => (name === 'payTo' ? { email: 'pay@mail.com' } : open[name as keyof typeof open]);
  const fields = Object.keys((events as Catalogue)[type]!.personal ?? {}).filter((name) => lifted[name] !== undefined);
  return publicEventOf({
    id: 'a2c7f9c4-5f0e-4d6e-9b5c-0d1c5d7d1c11',
    position: 7,
    streamId: type === 'ProgrammeTermsSet' ? 'programme' : type === 'SaleNotCredited' ? 'checkout-sellauth-i1' : 'affiliate-a1',
    type,
    occurredAt: '2025-03-01T12:00:00.000Z',
    data: { ...lifted, ...Object.fromEntries(fields.map((name) => [name, personal === 'open' ? clear(name) : null])) },
  } as OpenedEvent)!;
};

describe('public events', () => {
  it('are all made from an event of the log', () => {
    expect(new Set(sources.map((source) => published(source, 'open').type))).toEqual(new Set(PUBLIC_EVENT_NAMES));
  });

  it.each(sources.map((source) => [`${source.type} v${source.schemaVersion} ${String(source.data['status'] ?? '')}`, source] as const))(
    '%s fits the published schema, with and without personal fields, and the CloudEvents SDK accepts it',
    (_, source) => {
      for (const personal of ['open', 'null'] as const) {
        const event = published(source, personal);
        const { name, data } = { name: event.type, data: event.data };
        expect([name, [...Compile(cloudEventSchema(name)).Errors(event)]]).toEqual([name, []]);
        expect(Object.keys(data).filter((field) => !(field in publicEvents[name].data.properties))).toEqual([]);
        expect(new CloudEvent(event as never, true).validate()).toBe(true);
      }
      expect(JSON.stringify(published(source, 'null'))).not.toMatch(/mail\.com|sealed|anna|please|why|done/);
    },
  );

  it('keep their shipped shape: a changed one gets a higher version', () => {
    const golden = lines('public-events.jsonl') as { type: PublicEventName; dataschema: string; data: object }[];
    const now = sources.map((source) => published(source, 'open'));
    const schemas = new Set(now.map(({ dataschema }) => dataschema));
    expect(golden.map(({ dataschema }) => dataschema)).toEqual(expect.arrayContaining([...schemas]));
    // Samples of the log only grow, so their public events stay.
    for (const event of golden.filter(({ dataschema }) => schemas.has(dataschema))) expect(now).toContainEqual(event);
  });
});
