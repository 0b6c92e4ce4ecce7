import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Inject, Injectable, SetMetadata } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { Config } from '../../../platform/config.ts';
import { markedMethods } from '../../../platform/marked.ts';
import type { PoolClient } from '../../../platform/pg.ts';
import { CONFIG } from '../../../platform/tokens.ts';
import { Vault } from './vault.ts';

/** A person to erase: `affiliate:<id>` or `buyer:<keyed hash>`. */
export interface Person {
  kind: 'affiliate' | 'buyer';
  id: string;
}

type Erase = (client: PoolClient, person: Person) => Promise<void>;

export const ERASES = Symbol('erases');

/** The method deletes its feature's data about a person outside the log; it runs in the erasure's transaction. */
export const Erases =
  (...kinds: Person['kind'][]) =>
  <E extends Erase>(target: object, key: string, descriptor: TypedPropertyDescriptor<E>): void =>
    void SetMetadata(ERASES, kinds)(target, key, descriptor);

/** Destroys keys and data beside the log in the transaction of the fact. The list lets a restore repeat it (docs/architecture.md#erasure). */
@Injectable()
export class Erasure {
  constructor(
    private readonly vault: Vault,
    @Inject(CONFIG) private readonly config: Config,
    private readonly discovery: DiscoveryService,
  ) {}

  /** For `decideAcross`: runs inside the append's transaction. */
  inTransactionFor(person: Person): (client: PoolClient) => Promise<void> {
    return async (client) => {
      await this.list(person);
      await this.apply(client, person);
    };
  }

  async apply(client: PoolClient, person: Person): Promise<void> {
    await this.vault.destroy(client, [`${person.kind}:${person.id}`]);
    for (const { value: kinds, call } of markedMethods<Person['kind'][], Erase>(this.discovery, ERASES))
      if (kinds.includes(person.kind)) await call(client, person);
  }

  private async list({ kind, id }: Person): Promise<void> {
    const { erasureList } = this.config;
    await mkdir(dirname(erasureList), { recursive: true });
    const file = await open(erasureList, 'a', 0o600);
    try {
      await file.appendFile(`${kind}:${id}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
  }
}
