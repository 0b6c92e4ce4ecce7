import { Erasure } from '../../engine/log/sealing/erasure.ts';
import { ReadModelErasures } from '../../engine/projecting/erasing.ts';
import { POOL } from '../../platform/tokens.ts';
import { inTransaction } from '../../platform/pg.ts';
import { type Get, plural } from './result.ts';

export interface ErasedAgain {
  erasures: number;
  /** `affiliate:<id>` or `buyer:<keyed hash>`: intended when a process died, and the log of that time is lost. */
  unconfirmedErasures: string[];
}

/** Erases everyone on the list again (docs/architecture.md#erasure): a restored database may hold their keys. @throws Refused */
export async function eraseAgain(get: Get): Promise<ErasedAgain> {
  const [pool, erasure] = [get(POOL), get(Erasure)];
  const { done, pending } = await erasure.listed();
  for (const person of done) await inTransaction(pool, (client) => erasure.apply(client, person));
  await get(ReadModelErasures).carryOut();
  return { erasures: done.length, unconfirmedErasures: pending.map(({ kind, id }) => `${kind}:${id}`) };
}

export const erasedAgain = ({ erasures, unconfirmedErasures }: ErasedAgain): string =>
  [
    `${plural(erasures, 'erasure')} applied again`,
    ...unconfirmedErasures.map((person) => `it is not known whether ${person} was erased: if so, erase them again with ops erase`),
  ].join('\n');
