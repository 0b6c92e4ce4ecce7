import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CloudEvent, Kafka } from 'cloudevents';
import { freshDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { append } from '../../../../test/support/history.ts';
import { added, removed } from '../../../../test/support/counting-projection.ts';
import type { AnyEvent } from '../log/event.ts';
import { contentType, fromCloudEvent, nothingBefore, source, toCloudEvent } from './cloud-event.ts';
import { spanOf } from './topic-run.ts';

let db: TestDatabase;
let events: AnyEvent[];
const nasty = 'quotes " and ,"data": and \\ and \u2028 and ü';
beforeAll(async () => {
  db = await freshDatabase();
  await append(db, 'affiliate-a', [added(nasty.slice(0, 60)), removed('2'), removed('3')]);
  await append(db, 'affiliate-a', [removed('4')], { actor: { kind: 'system', id: nasty } });
  events = await db.log.read(0, 10);
});
afterAll(() => db.close());

const beforeOf = (e: AnyEvent) => {
  const before = events.findLast((x) => x.position < e.position);
  return before ? { position: before.position, hash: before.hash.toString('hex') } : nothingBefore;
};
const messageOf = (e: AnyEvent) => toCloudEvent(e, beforeOf(e), 'a');
const buffers = (of: AnyEvent[]) => of.map((e) => Buffer.from(messageOf(e)));

describe('a message', () => {
  it('is a valid CloudEvent per its SDK, names the event and has no personal data in clear', () => {
    for (const event of events) {
      const message = { headers: { 'content-type': contentType }, key: 'a', value: messageOf(event), body: messageOf(event) };
      expect(Kafka.isEvent(message as never)).toBe(true);
      const read = Kafka.toEvent(message as never) as CloudEvent<unknown>;
      expect(read.validate()).toBe(true);
      expect(read).toMatchObject({
        specversion: '1.0',
        id: event.id,
        source,
        subject: 'affiliate-a',
        type: `framelift.${event.type}.v1`,
        datacontenttype: 'application/json',
        partitionkey: 'a',
        sequence: String(event.position).padStart(16, '0'),
        streamversion: event.version,
      });
      expect(read.data).toEqual(event.data);
    }
    expect(messageOf(events[0]!)).not.toContain('a@b.c');
  });

  it('restores the event byte for byte', () => {
    for (const event of events) {
      const back = db.log.event(fromCloudEvent(messageOf(event)).row);
      expect(messageOf(back)).toBe(messageOf(event));
      expect([back.dataText, back.metadataText]).toEqual([event.dataText, event.metadataText]);
    }
  });
});

describe('messages of a partition', () => {
  const run = (messages: (Buffer | null)[], reached = 0) => spanOf(db.log, db.log.partitionOf('affiliate-a'), messages, reached);
  const positions = (messages: (Buffer | null)[], reached = 0) => {
    const found = run(messages, reached);
    return found === 'broken' || !found ? found : [found.after, ...found.events.map((e) => e.position), found.upTo];
  };

  it('form one run despite duplicates', () => {
    const [a, b, c, d] = buffers(events) as [Buffer, Buffer, Buffer, Buffer];
    expect(positions([a, b, c, d])).toEqual([0, 1, 2, 3, 4, 4]);
    expect(positions([a, b, a, b, c, c, d, a])).toEqual([0, 1, 2, 3, 4, 4]);
    expect(positions([a, b, c, d], 2)).toEqual([2, 3, 4, 4]);
    expect(positions([b, c], 3)).toBeUndefined();
  });

  it('break at a gap, another history or a foreign message', () => {
    const [a, b, c] = buffers(events) as [Buffer, Buffer, Buffer];
    expect(run([a, c])).toBe('broken');
    const ghost = Buffer.from(messageOf(events[1]!).replace(/"hash":"../, '"hash":"zz'));
    expect(run([a, ghost, c])).toBe('broken');
    const elsewhere = Buffer.from(messageOf(events[1]!).replace(/"previous":"\d+"/, '"previous":"0000000000000000"'));
    expect(run([a, elsewhere])).toBe('broken');
    const onGhost = Buffer.from(messageOf(events[1]!).replace(/"previoushash":"../, '"previoushash":"zz'));
    expect(run([a, onGhost])).toBe('broken');
    expect(run([a, null])).toBe('broken');
    expect(run([a, Buffer.from('{}')])).toBe('broken');
    expect(spanOf(db.log, 11 - db.log.partitionOf('affiliate-a'), [a, b], 0)).toBe('broken');
  });
});
