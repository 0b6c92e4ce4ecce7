import { readFile } from 'node:fs/promises';
import { Erasure, type Person } from '../../engine/log/sealing/erasure.ts';
import { ReadModelErasures } from '../../engine/projecting/erasing.ts';
import { Refused } from '../../platform/refused.ts';
import { CONFIG, POOL } from '../../platform/tokens.ts';
import { inTransaction } from '../../platform/pg.ts';
import type { Get } from './result.ts';

/** Erases everyone on the list again (docs/architecture.md#erasure): a restored database may hold their keys. @returns how many. */
export async function eraseAgain(get: Get): Promise<number> {
  const [pool, config, erasure] = [get(POOL), get(CONFIG), get(Erasure)];
  const text = await readFile(config.erasureList, 'utf8').catch(() => '');
  const people = [...new Set(text.split('\n').filter(Boolean))].map((entry): Person => {
    const [, kind, id] = /^(affiliate|buyer):(\S+)$/.exec(entry) ?? [];
    if (!id) throw Refused.inWords(`${config.erasureList} has a line without a person`);
    return { kind: kind as Person['kind'], id };
  });
  for (const person of people) await inTransaction(pool, (client) => erasure.apply(client, person));
  await get(ReadModelErasures).carryOut();
  return people.length;
}
