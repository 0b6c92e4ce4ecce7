import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import asyncapiParser from '@asyncapi/parser';
import { asyncapi, type EventName, events, PUBLIC_EVENT_NAMES } from '@framelift/contracts';
import { type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { type AnyEvent, StoredEvent } from '../../services/src/engine/log/event.ts';
import { nothingBefore, toCloudEvent } from '../../services/src/engine/feed/cloud-event.ts';

const { Parser } = asyncapiParser;
const file = join(import.meta.dirname, '../../contracts/asyncapi.json');

describe('asyncapi.json', () => {
  it('is as `npm run generate` writes it', () => {
    expect(readFileSync(file, 'utf8')).toBe(`${JSON.stringify(asyncapi(events), null, 2)}\n`);
  });

  it('is valid by the AsyncAPI parser', async () => {
    const { document, diagnostics } = await new Parser().parse(readFileSync(file, 'utf8'));
    expect(diagnostics.filter(({ severity }) => severity === 0).map(({ message, path }) => [message, path.join('.')])).toEqual([]);
    expect(document!.allMessages().all()).toHaveLength(Object.keys(events).length + PUBLIC_EVENT_NAMES.length);
  });

  it('describes the messages that are sent', () => {
    const { components } = asyncapi(events) as {
      components: { messages: Record<EventName, { payload: TSchema & { properties: object } }> };
    };
    const payload = Compile(components.messages.PaymentMethodRemoved.payload);
    const row = {
      position: 7,
      streamId: 'affiliate-a',
      version: 2,
      type: 'PaymentMethodRemoved',
      schemaVersion: 1,
      partition: 3,
      recordedAtText: new Date().toISOString(),
      id: 'a2c7f9c4-5f0e-4d6e-9b5c-0d1c5d7d1c11',
      dataText: '{"paymentMethodId":"m1"}',
      metadataText: '{"actor":{"kind":"affiliate","id":"a"}}',
      hashText: '01'.repeat(32),
    };
    const event = new StoredEvent(row, events) as unknown as AnyEvent;
    for (const before of [nothingBefore, { position: 5, hash: '0a'.repeat(32) }]) {
      const message = JSON.parse(toCloudEvent(event, before, 'a'));
      expect([...payload.Errors(message)]).toEqual([]);
      const { type: _, data: __, ...attributes } = message;
      expect(Object.keys(components.messages.PaymentMethodRemoved.payload.properties)).toEqual(
        expect.arrayContaining(Object.keys(attributes)),
      );
      expect(payload.Check({ ...message, data: {} })).toBe(false);
    }
  });
});
