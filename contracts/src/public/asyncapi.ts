import type { TSchema } from 'typebox';
import { type Catalogue, storedSchema } from '../events/catalogue.ts';
import { cloudEventSchema, PUBLIC_EVENT_NAMES, publicEvents } from './public-events.ts';

const text = (description: string, more: object = {}) => ({ type: 'string', description, ...more });

/** What every message carries besides its data: the attributes of CloudEvents 1.0 and extensions of ours. */
const attributes = {
  specversion: { const: '1.0' },
  id: text('The event’s id; with the source it names the event.', { format: 'uuid' }),
  source: { const: 'urn:framelift:log' },
  subject: text('The stream of the event, for example affiliate-x1.'),
  time: text('When it was recorded.', { format: 'date-time' }),
  datacontenttype: { const: 'application/json' },
  partitionkey: text('What chose the partition: the affiliate’s id, or the stream.'),
  partition: { type: 'integer', minimum: 0, description: 'The partition of the log, and of the topic.' },
  sequence: text('The event’s position in the log, sixteen digits.', { pattern: '^\\d{16}$' }),
  previous: text('The position of the event before it in its partition; zeros when it is the first.', { pattern: '^\\d{16}$' }),
  streamversion: { type: 'integer', minimum: 1, description: 'The event’s place in its stream.' },
  hash: text('The event’s hash: it covers the whole history before it.', { pattern: '^[0-9a-f]{64}$' }),
  previoushash: text('The hash of the event before it in its partition.', { pattern: '^[0-9a-f]{64}$' }),
  metadata: text('Who, when and why, as JSON text exactly as the log keeps it.'),
};
const optional = ['previoushash'];

const message = (name: string, version: number, means: string, data: TSchema) => ({
  name: `framelift.${name}.v${version}`,
  title: name,
  summary: means,
  contentType: 'application/cloudevents+json',
  bindings: { kafka: { key: { type: 'string', description: 'As partitionkey.' }, bindingVersion: '0.5.0' } },
  payload: {
    type: 'object',
    required: [...Object.keys(attributes).filter((a) => !optional.includes(a)), 'type', 'data'],
    properties: { ...attributes, type: { const: `framelift.${name}.v${version}` }, data },
  },
});

/** What programs read of the event feed. */
const publicMessages = Object.fromEntries(
  PUBLIC_EVENT_NAMES.map((name) => [
    name,
    { name, title: name, summary: publicEvents[name].means, contentType: 'application/cloudevents+json', payload: cloudEventSchema(name) },
  ]),
);
const refsTo = (names: readonly string[], place: string) => names.map((name) => ({ $ref: `#/${place}/${name}` }));
const messagesOf = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, { $ref: `#/components/messages/${name}` }]));

/** AsyncAPI 3.0 of the topic and the event feed. Generated from the catalogue, checked in as asyncapi.json, compared in CI. */
export function asyncapi(events: Catalogue): object {
  const messages = Object.fromEntries(
    Object.entries(events).map(([name, definition]) => [
      name,
      message(name, definition.version ?? 1, definition.means, storedSchema(definition)),
    ]),
  );
  const onTopic = refsTo(Object.keys(messages), 'channels/events/messages');
  const document = {
    asyncapi: '3.0.0',
    info: {
      title: 'Framelift events',
      version: '1.0.0',
      description:
        'Every fact the system states, in log order per partition, at least once. Personal fields are encrypted ({ sealed, of }).',
    },
    defaultContentType: 'application/cloudevents+json',
    channels: {
      events: {
        address: 'framelift.events',
        description: 'The log. Twelve partitions, the same as the log’s.',
        bindings: { kafka: { partitions: 12, bindingVersion: '0.5.0' } },
        messages: messagesOf(Object.keys(messages)),
      },
      feed: {
        address: '/api/feed/events',
        description:
          'Public events for programs with an API key of read:events, as pages of JSON or as text/event-stream whose ids are positions. ' +
          'Personal fields are null without read:personal, and once erased. Names and versions are apart from the log’s.',
        messages: messagesOf(PUBLIC_EVENT_NAMES),
      },
    },
    operations: {
      publishEvents: { action: 'send', summary: 'The relay publishes.', channel: { $ref: '#/channels/events' }, messages: onTopic },
      projectEvents: { action: 'receive', summary: 'Projectors fold.', channel: { $ref: '#/channels/events' }, messages: onTopic },
      readFeed: {
        action: 'send',
        summary: 'The api answers programs.',
        channel: { $ref: '#/channels/feed' },
        messages: refsTo(PUBLIC_EVENT_NAMES, 'channels/feed/messages'),
      },
    },
    components: { messages: { ...messages, ...publicMessages } },
  };
  // Through JSON once, so that the spec compares what is written.
  return JSON.parse(JSON.stringify(document)) as object;
}
