import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Vault } from './vault.ts';
import type { PoolClient } from '../../platform/pg.ts';

/** Somebody whose personal data is to go: `affiliate:<id>` or `buyer:<keyed hash>`. */
export interface Person {
  kind: 'affiliate' | 'buyer';
  id: string;
}

/** What a feature keeps of a person outside the log, and how it goes; runs in the erasure's transaction. */
export type EraseAlso = (client: PoolClient, person: Person) => Promise<void>;

/**
 * Erasure of a person: keys destroyed and everything kept beside the log deleted, in the transaction that appends the fact.
 * The list is written before the commit and kept outside backups, so that a restore can apply it again (docs/architecture.md#erasure).
 */
export class Erasure {
  constructor(
    private readonly vault: Vault,
    private readonly listFile: string,
    private readonly also: readonly EraseAlso[],
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
    for (const erase of this.also) await erase(client, person);
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
