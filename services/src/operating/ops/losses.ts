import { Archive } from '../../engine/log/archiving/archive.ts';
import { acceptLosses, openLosses } from '../../engine/log/proving/losses.ts';
import { EVENTS } from '../../engine/log/event.ts';
import { PROJECTIONS } from '../../engine/projecting/projection.ts';
import { giveUpLostFuture } from '../../engine/projecting/lost-future.ts';
import { prepare } from '../../engine/projecting/replay.ts';
import { GIVEN_UP, versionOf } from '../../engine/projecting/schema.ts';
import { Log } from '../../engine/log/log.ts';
import { POOL } from '../../platform/tokens.ts';
import { erasedAgain, eraseAgain } from './erase-again.ts';
import { addCommand, type Group } from './program.ts';
import { confirmed, databaseOf, type Get, type Result } from './result.ts';

/** Removes what is left of the lost events, repeats erasures, lists what to check, and records the operator's acceptance. */
async function acceptLoss(get: Get, by: string, signal: AbortSignal): Promise<Result> {
  const pool = get(POOL);
  const open = await openLosses(pool);
  const ahead = await giveUpLostFuture(pool, (await get(Log).head()).position);
  const rebuilt = [];
  for (const projection of get(PROJECTIONS))
    if ((await versionOf(pool, projection.schema)) === GIVEN_UP) {
      // A running system begins the same when it notices: this one then waits for it.
      await prepare(databaseOf(get), get(Log), projection, { signal });
      rebuilt.push(projection.name);
    }
  // A backup or a lagging replica may hold keys that were since destroyed, even if no record of the loss is left.
  const again = await eraseAgain(get);
  const from = Math.min(...open.map(({ headPosition }) => headPosition));
  const last = open.length ? await recordedAt(get, from) : null;
  const until = open[0]?.noticedAt.toISOString() ?? null;
  await acceptLosses(pool, by);
  await get(Archive).giveUp(by);
  const text = open.length
    ? [
        `Accepted: events after ${last ?? 'the beginning'} (position ${from}) and before ${until} are lost, and read models have nothing of them.`,
        ...(ahead.length || rebuilt.length
          ? [`Rebuilt: ${[...new Set([...ahead.map(({ schema }) => schema), ...rebuilt])].join(', ')}`]
          : []),
        erasedAgain(again),
        'Check what happened in that time:',
        '  sales        the store still has them: the reconciler restores them',
        '  cashouts     requested and processed: ask payers and payees; process them again',
        '  accounts     registrations, passwords, payout details, API keys and webhooks of that time: create them again',
        '  messages     mails, webhooks and the event feed reported lost events: readers of the feed start again',
        `               after position ${from}`,
      ].join('\n')
    : ['No loss of events awaits acceptance.', erasedAgain(again)].join('\n');
  const json = { ok: true, losses: open.length, from: open.length ? from : null, lastRecordedAt: last, until, rebuilt, ...again };
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
    'Accepts that the database lost events, as after a restore: removes what is left of them and lists what to check.',
    'accept-loss --yes',
  )
    .option('--by <name>', 'who accepts it', process.env['USER'] || 'operator')
    .option('--yes', 'confirm: restore a newer backup first if there is one')
    .action(({ yes, by }: { yes?: boolean; by: string }) => {
      confirmed(yes, `The lost events stay lost. Is there no newer backup?`);
      return run((get, signal) => acceptLoss(get, by, signal));
    });
};
