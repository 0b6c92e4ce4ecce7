import { acceptLosses, openLosses } from '../../engine/log/proving/losses.ts';
import { EVENTS } from '../../engine/log/event.ts';
import { PROJECTIONS } from '../../engine/projecting/projection.ts';
import { giveUpLostFuture } from '../../engine/projecting/lost-future.ts';
import { replay } from '../../engine/projecting/replay.ts';
import { GIVEN_UP, versionOf } from '../../engine/projecting/schema.ts';
import { Log } from '../../engine/log/log.ts';
import { POOL } from '../../platform/tokens.ts';
import { eraseAgain } from './erase-again.ts';
import { addCommand, type Group } from './program.ts';
import { confirmed, databaseOf, type Get, plural, type Result } from './result.ts';

/** Makes sure that nothing of the lost future is left and nobody erased is back, says what to look after, and records that an operator knows. */
async function acceptLoss(get: Get, by: string, signal: AbortSignal): Promise<Result> {
  const pool = get(POOL);
  const open = await openLosses(pool);
  const ahead = await giveUpLostFuture(pool, (await get(Log).head()).position);
  const rebuilt = [];
  for (const projection of get(PROJECTIONS))
    if ((await versionOf(pool, projection.schema)) === GIVEN_UP) {
      await replay(databaseOf(get), get(Log), [projection], { signal });
      rebuilt.push(projection.name);
    }
  // A backup or a late replica may hold keys that were destroyed since, also where nobody knows any more that events are lost.
  const erasures = await eraseAgain(get);
  const from = Math.min(...open.map(({ headPosition }) => headPosition));
  const last = open.length ? await recordedAt(get, from) : null;
  const until = open[0]?.noticedAt.toISOString() ?? null;
  await acceptLosses(pool, by);
  const erasedAgain = `${plural(erasures, 'erasure')} applied again`;
  const text = open.length
    ? [
        `Accepted: what happened after ${last ?? 'the beginning'} (position ${from}) and before ${until} is gone, and nothing of it is left in read models.`,
        ...(ahead.length || rebuilt.length
          ? [`Built again: ${[...new Set([...ahead.map(({ schema }) => schema), ...rebuilt])].join(', ')}`]
          : []),
        erasedAgain,
        'Look after what happened in that time:',
        '  sales        the store still has them: the reconciler brings them back by itself',
        '  cashouts     requested and processed: ask those who paid and were paid; process them again',
        '  accounts     registrations, passwords, payout details, API keys and webhooks made then: to be made again',
        '  mails, calls of webhooks and the event feed told of events that are gone: readers of the feed begin again',
        `               after position ${from}`,
      ].join('\n')
    : ['No loss of events is open.', erasedAgain].join('\n');
  const json = { ok: true, losses: open.length, from: open.length ? from : null, lastRecordedAt: last, until, rebuilt, erasures };
  return { ok: true, json, text };
}

async function recordedAt(get: Get, position: number): Promise<string | null> {
  const { rows } = await get(POOL).query<{ at: Date }>(`select recorded_at as at from ${EVENTS} where position = $1`, [position]);
  return rows[0]?.at.toISOString() ?? null;
}

export const lossCommand: Group = (program, run) => {
  addCommand(
    program,
    'accept-loss',
    'Goes on after the database lost events, as after a restore: nothing of them is left, and says what to look after.',
    'accept-loss --yes',
  )
    .option('--by <name>', 'who goes on', process.env['USER'] || 'operator')
    .option('--yes', 'really: restore a newer backup first if there is one')
    .action(({ yes, by }: { yes?: boolean; by: string }) => {
      confirmed(yes, `What the database lost stays lost. Is there no newer backup?`);
      return run((get, signal) => acceptLoss(get, by, signal));
    });
};
