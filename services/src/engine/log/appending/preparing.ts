import { randomUUID } from 'node:crypto';
import { type Catalogue, factSchema, type SealedIn } from '@framelift/contracts';
import { Compile, type Validator } from 'typebox/compile';
import { partitionOf, UUID } from '../event.ts';
import { isSealed, type Vault } from '../sealing/vault.ts';
import type { Append, Prepared, PreparedEvent } from './append.ts';

/** What the log knows of its events; the shipped catalogue by default. */
export interface LogSettings {
  catalogue: Catalogue;
  partitionKey: (streamId: string) => string;
  subjects: Record<string, (event: SealedIn) => string>;
  /** Whose key makes the secret of a stream; undefined: it has none. */
  secretOf: (streamId: string) => string | undefined;
}

/** Makes appends ready to be sent: checked against the catalogue, personal fields sealed, both texts written. */
export class Preparing {
  private readonly validators = new Map<string, Validator>();

  constructor(
    private readonly vault: Vault,
    private readonly settings: LogSettings,
    private readonly partitionCount: number,
  ) {}

  /** Checks, seals and writes an append. `history`: the one that it was decided on. */
  async prepare({ streams, metadata, inSameTransaction, history }: Append & { history: number }): Promise<Prepared> {
    if (!UUID.test(metadata.commandId)) throw new Error('A command id is a UUID');
    const sealing: { data: Record<string, unknown>; field: string; subject: string }[] = [];
    let first = true;
    const prepared = streams.map(({ streamId, expected, facts, carried = [] }) => ({
      streamId,
      expected,
      events: facts.map((fact, i): [PreparedEvent, Record<string, unknown>] => {
        const definition = this.settings.catalogue[fact.type];
        if (!definition || !this.validator(fact.type).Check(fact.data)) throw new Error(`${fact.type} does not fit its schema`);
        const data: Record<string, unknown> = { ...fact.data };
        for (const [field, kind] of Object.entries(definition.personal ?? {})) {
          if (data[field] === undefined || isSealed(data[field])) continue;
          sealing.push({ data, field, subject: this.settings.subjects[kind]!({ streamId, data, occurredAt: metadata.occurredAt }) });
        }
        const id = first ? metadata.commandId : randomUUID();
        first = false;
        const { occurredAt, actor, commandId, fingerprint, ...rest } = metadata;
        return [
          {
            id,
            streamId,
            type: fact.type,
            schemaVersion: definition.version ?? 1,
            partition: partitionOf(this.settings.partitionKey(streamId), this.partitionCount),
            dataText: '',
            metadataText: JSON.stringify({ id, occurredAt, actor, commandId, fingerprint, ...rest, carried: carried[i] }),
            ...(definition.follows ? { tagging: { key: fact.type, of: Number(data[definition.follows] ?? 0) } } : {}),
            ...(definition.beginsTags ? { beginsTags: true } : {}),
          },
          data,
        ];
      }),
    }));
    if (sealing.length) {
      const keys = await this.vault.keysToSeal(sealing.map((s) => s.subject));
      for (const { data, field, subject } of sealing) data[field] = this.vault.seal(keys.get(subject)!, subject, data[field]);
    }
    const owners = prepared.map((s) => (s.events.length ? this.settings.secretOf(s.streamId) : undefined));
    const withSecret = owners.filter((owner) => owner !== undefined);
    const secrets = withSecret.length ? await this.vault.secrets(withSecret) : undefined;
    return {
      commandId: metadata.commandId,
      fingerprint: metadata.fingerprint,
      inSameTransaction,
      history,
      streams: prepared.map((s, i) => {
        const key = owners[i] && secrets?.get(owners[i]);
        return {
          ...s,
          events: s.events.map(([event, data]) => {
            event.dataText = JSON.stringify(data);
            if (key) event.tagging ??= { key };
            return event;
          }),
        };
      }),
    };
  }

  private validator(type: string): Validator {
    let validator = this.validators.get(type);
    if (!validator) this.validators.set(type, (validator = Compile(factSchema(this.settings.catalogue[type]!))));
    return validator;
  }
}
