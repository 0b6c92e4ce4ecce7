import { Inject, Injectable, type OnApplicationBootstrap, SetMetadata } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { affiliateStream, type EventName, programmeStream } from '@framelift/contracts';
import type { Config } from '../../../platform/config.ts';
import { lockInTransaction, locks } from '../../../platform/locks.ts';
import type { Logger } from '../../../platform/logging.ts';
import { markedMethods } from '../../../platform/marked.ts';
import { inTransaction, type Pool, type PoolClient, type Queryable } from '../../../platform/pg.ts';
import { CONFIG, LOGGER, POOL } from '../../../platform/tokens.ts';
import { EVENTS } from '../event.ts';
import { ErasureList, type Person } from './erasure-list.ts';
import { Vault } from './vault.ts';

type Erase = (client: PoolClient, person: Person) => Promise<void>;

export const ERASES = Symbol('erases');

/** The method deletes its feature's data about a person outside the log; it runs in the erasure's transaction. */
export const Erases =
  (...kinds: Person['kind'][]) =>
  <E extends Erase>(target: object, key: string, descriptor: TypedPropertyDescriptor<E>): void =>
    void SetMetadata(ERASES, kinds)(target, key, descriptor);

/** The fact that each erasure appends: stream, type, and the field of the person if the stream is not theirs. */
const facts: Record<Person['kind'], (id: string) => [stream: string, type: EventName, field: string | null]> = {
  affiliate: (id) => [affiliateStream(id), 'AffiliateDeleted', null],
  buyer: () => [programmeStream, 'BuyerErased', 'buyer'],
};

async function isInLog(on: Queryable, { kind, id }: Person): Promise<boolean> {
  const [stream, type, field] = facts[kind](id);
  const text = `select from ${EVENTS} where stream_id = $1 and type = $2 and ($3::text is null or data ->> $3 = $4) limit 1`;
  return (await on.query(text, [stream, type, field, id])).rowCount === 1;
}

/** Destroys keys and data beside the log in the transaction of the fact. The list lets a restore repeat it (docs/architecture.md#erasure). */
@Injectable()
export class Erasure implements OnApplicationBootstrap {
  private readonly list: ErasureList;

  constructor(
    private readonly vault: Vault,
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CONFIG) config: Pick<Config, 'erasureList'>,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'error'>,
    private readonly discovery: DiscoveryService,
  ) {
    this.list = new ErasureList(config.erasureList);
  }

  /** A process that died after a commit could not say so: the log does. */
  async onApplicationBootstrap(): Promise<void> {
    await this.confirmPending().catch((error: unknown) => this.logger.error({ err: error }, 'the erasure list could not be completed'));
  }

  /** Runs an append that erases a person. `append` is given what belongs into its transaction, each time that it is tried. */
  async erase<T>(person: Person, append: (inSameTransaction: (client: PoolClient) => Promise<void>) => Promise<T>): Promise<T> {
    let isListed = false;
    try {
      return await append(async (client) => {
        await lockInTransaction(client, locks.erasure(`${person.kind}:${person.id}`));
        await this.list.note(person, 'intended');
        isListed = true;
        await this.apply(client, person);
      });
    } finally {
      // The log decides, not this: what is not noted now stays pending until a start.
      if (isListed)
        await this.settle(person).catch((error: unknown) => this.logger.error({ err: error }, 'the erasure list could not be completed'));
    }
  }

  async apply(client: PoolClient, person: Person): Promise<void> {
    await this.vault.destroy(client, [`${person.kind}:${person.id}`]);
    for (const { value: kinds, call } of markedMethods<Person['kind'][], Erase>(this.discovery, ERASES))
      if (kinds.includes(person.kind)) await call(client, person);
  }

  /** Everyone on the list, once those whose outcome the log knows are done. `pending`: the log of their time is lost. @throws Refused */
  async listed(): Promise<{ done: Person[]; pending: Person[] }> {
    await this.confirmPending();
    return this.list.read();
  }

  /** Without their fact nothing is withdrawn: the log may be a restored one. */
  private async confirmPending(): Promise<void> {
    for (const person of (await this.list.read()).pending) if (await isInLog(this.pool, person)) await this.list.note(person, 'done');
  }

  /** Once the transaction of this erasure has ended, also where its answer was lost. */
  private async settle(person: Person): Promise<void> {
    const isDone = await inTransaction(this.pool, async (client) => {
      await lockInTransaction(client, locks.erasure(`${person.kind}:${person.id}`));
      return isInLog(client, person);
    });
    await this.list.note(person, isDone ? 'done' : 'withdrawn');
  }
}
