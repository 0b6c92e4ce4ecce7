import { Log } from '../../engine/log/log.ts';
import { decideParked, listParked, type ParkedDecision, type ParkedStream } from '../../engine/projecting/parked-streams.ts';
import type { Projection } from '../../engine/projecting/projection.ts';
import { FOLLOWERS } from '../../engine/reacting/reactor.ts';
import { Refused } from '../../platform/refused.ts';
import { databaseOf, confirmed, formatTable, named, positionIn, type Get, type Result } from './result.ts';
import { POOL } from '../../platform/tokens.ts';
import { addCommand, type Group } from './program.ts';

interface Who {
  by: string;
  why?: string;
}

async function list(get: Get): Promise<Result> {
  const parked = (await listParked(get(POOL), get(FOLLOWERS))).map(({ projection, ...p }) => ({ readModel: projection, ...p }));
  const text = parked.length
    ? formatTable([
        ['read model', 'position', 'stream', 'event', 'waiting', 'since', 'error'],
        ...parked.map((p) => [p.readModel, p.position, p.streamId, p.type, p.waiting, p.parkedAt.toISOString(), p.error]),
      ])
    : 'Nothing is parked.';
  return { ok: true, json: { ok: true, parked }, text };
}

async function find(get: Get, projection: Projection, position: number): Promise<ParkedStream> {
  const parked = (await listParked(get(POOL), [projection])).find((p) => p.position === position);
  if (!parked) throw Refused.inWords(`${projection.name}: no stream is parked at ${position}`);
  return parked;
}

/** The event as stored in the log, personal fields sealed. */
async function show(get: Get, projection: Projection, position: number): Promise<Result> {
  const { error, parkedAt, waiting } = await find(get, projection, position);
  const [event] = await get(Log).read(position - 1, 1);
  const { streamId, version, type, schemaVersion, recordedAt, metadata, dataText } = event!;
  const data: unknown = JSON.parse(dataText);
  const json = {
    readModel: projection.name,
    error,
    parkedAt,
    waiting,
    event: { position, streamId, version, type, schemaVersion, recordedAt, data, metadata },
  };
  return { ok: true, json: { ok: true, ...json }, text: JSON.stringify(json, null, 2) };
}

async function decide(get: Get, projection: Projection, position: number, decision: ParkedDecision, { by, why }: Who): Promise<Result> {
  await find(get, projection, position);
  const left = await decideParked(databaseOf(get), get(Log), projection, position, decision, { by, reason: why ?? null });
  const done = decision === 'retry' ? 'folded again' : `folded without the event at ${position}`;
  const text = left
    ? `${left.streamId} is still parked, at ${left.position}: ${left.error}`
    : `The stream is ${done}; none of its events is parked any more. The decision is recorded.`;
  return { ok: !left, json: { ok: !left, readModel: projection.name, position, decision, parked: left ?? null }, text };
}

export const parkedCommands: Group = (program, run, { all }) => {
  const parked = program.command('parked').description('Events that a read model or reactor could not fold, and what to do about them.');
  const one = (name: string) => named(all, [name], false)[0]!;
  const operator = process.env['USER'] || 'operator';

  addCommand(parked, 'list', 'Every parked stream.', 'parked list').action(() => run(list));
  addCommand(parked, 'show', 'The event a stream is parked at, and why.', 'parked show dashboard 1234')
    .argument('<read-model>')
    .argument('<position>')
    .action((name: string, text: string) => {
      const [projection, position] = [one(name), positionIn(text)];
      return run((get) => show(get, projection, position));
    });
  addCommand(parked, 'retry', 'Folds a parked stream again, after its cause was fixed.', 'parked retry dashboard 1234')
    .argument('<read-model>')
    .argument('<position>')
    .option('--by <name>', 'who decides', operator)
    .option('--why <reason>', 'why, for the record')
    .action((name: string, text: string, who: Who) => {
      const [projection, position] = [one(name), positionIn(text)];
      return run((get) => decide(get, projection, position, 'retry', who));
    });
  addCommand(parked, 'skip', 'Folds a parked stream without that event, now and in every replay.', 'parked skip dashboard 1234 --yes')
    .argument('<read-model>')
    .argument('<position>')
    .option('--by <name>', 'who decides', operator)
    .option('--why <reason>', 'why, for the record')
    .option('--yes', 'confirm: it cannot be undone')
    .action((name: string, text: string, { yes, ...who }: { yes?: boolean } & Who) => {
      const [projection, position] = [one(name), positionIn(text)];
      confirmed(yes, `${projection.name} will never show the event at ${position}.`);
      return run((get) => decide(get, projection, position, 'skip', who));
    });
};
