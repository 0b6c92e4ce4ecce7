import { SetMetadata } from '@nestjs/common';
import type { DiscoveryService } from '@nestjs/core';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Vault } from './vault.ts';
import { markedMethods } from '../../platform/marked.ts';
import type { PoolClient } from '../../platform/pg.ts';

/** Somebody whose personal data is to go: `affiliate:<id>` or `buyer:<keyed hash>`. */
export interface Person {
  kind: 'affiliate' | 'buyer';
  id: string;
}

type Erase = (client: PoolClient, person: Person) => Promise<void>;

const ERASES = Symbol('erases');

/** The method deletes what its feature keeps of a person outside the log; it runs in the erasure's transaction. */
export const Erases =
  (...kinds: Person['kind'][]) =>
  <E extends Erase>(target: object, key: string, descriptor: TypedPropertyDescriptor<E>): void =>
    void SetMetadata(ERASES, kinds)(target, key, descriptor);

/** The methods of all providers that are so marked. */
export const erasuresOf =
  (discovery: DiscoveryService): Erase =>
  async (client, person) => {
    for (const { said, call } of markedMethods<Person['kind'][], Erase>(discovery, ERASES))
      if (said.includes(person.kind)) await call(client, person);
  };

/**
 * Erasure of a person: keys destroyed and everything kept beside the log deleted, in the transaction that appends the fact.
 * The list is written before the commit and kept outside backups, so that a restore can apply it again (docs/architecture.md#erasure).
 */
export class Erasure {
  constructor(
    private readonly vault: Vault,
    private readonly listFile: string,
    private readonly also: Erase,
    /** Does what may wait for readers, behind the commit; false: some of it is left for later. */
    private readonly carryOut: () => Promise<boolean>,
  ) {}

  /** Behind the commit. False: somebody reads a copy that must go; it is tried again in the background. */
  finish(): Promise<boolean> {
    return this.carryOut();
  }

  /** For `decideAcross`: runs inside the append's transaction. */
  of(person: Person): (client: PoolClient) => Promise<void> {
    return async (client) => {
      await this.list(person);
      await this.apply(client, person);
    };
  }

  async apply(client: PoolClient, person: Person): Promise<void> {
    await this.vault.destroy(client, [`${person.kind}:${person.id}`]);
    await this.also(client, person);
  }

  private async list({ kind, id }: Person): Promise<void> {
    await mkdir(dirname(this.listFile), { recursive: true });
    const file = await open(this.listFile, 'a', 0o600);
    try {
      await file.appendFile(`${kind}:${id}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
  }
}
