import type { Projection } from '../../engine/projecting/projection.ts';
import { startAfter } from '../../engine/projecting/replay.ts';
import { listUnsent, sendAgain } from '../../engine/reacting/outbox-status.ts';
import { REACTORS } from '../../engine/reacting/reactor.ts';
import { Log } from '../../engine/log/log.ts';
import { Refused } from '../../platform/refused.ts';
import { POOL } from '../../platform/tokens.ts';
import { addCommand, type Group } from './program.ts';
import { confirmed, databaseOf, formatTable, type Get, plural, positionIn, type Result, WrongUse } from './result.ts';

async function unsent(get: Get): Promise<Result> {
  const found = (await Promise.all(get(REACTORS).map((reactor) => listUnsent(get(POOL), reactor)))).flat();
  const text = found.length
    ? formatTable([
        ['reactor', 'position', 'receiver', 'kind', 'outcome', 'attempts', 'last answer'],
        ...found.map((u) => [u.reactor, u.position, u.receiver, u.kind, u.outcome, u.attempts, u.said ?? '']),
      ])
    : 'Everything was sent.';
  return { ok: true, json: { ok: true, unsent: found }, text };
}

async function again(get: Get, reactor: Projection, position: number): Promise<Result> {
  const intents = await sendAgain(get(POOL), reactor, position);
  if (!intents) throw Refused.inWords(`${reactor.name}: no failed or expired message at ${position}`);
  return {
    ok: true,
    json: { ok: true, reactor: reactor.name, position, intents },
    text: `${plural(intents, 'intent')} will be sent again.`,
  };
}

/** Existing intents stay, so going back sends nothing twice that is still stored. */
async function goOnAfter(get: Get, reactor: Projection, position: number): Promise<Result> {
  const { position: head } = await get(Log).head();
  if (position > head) throw Refused.inWords(`The log ends at ${head}`);
  await startAfter(databaseOf(get), get(Log), reactor, position);
  const text = `${reactor.name} continues after ${position}. Running processes notice it with the next event.`;
  return { ok: true, json: { ok: true, reactor: reactor.name, position }, text };
}

export const reactorCommands: Group = (program, run, { reactors }) => {
  const group = program.command('reactors').description('Reactors: unsent messages, and where reactors start.');
  const one = (name: string): Projection => {
    const found = reactors.find((reactor) => [reactor.name, reactor.name.replace(/^reactor-/, '')].includes(name));
    if (!found) throw new WrongUse(`There is no reactor ${name}. There are: ${reactors.map((r) => r.name).join(', ')}`);
    return found;
  };
  addCommand(group, 'unsent', 'Messages that are being retried, failed or expired.', 'reactors unsent').action(() => run(unsent));
  addCommand(group, 'again', 'Sends a failed or expired message after all.', 'reactors again mail 1234')
    .argument('<reactor>')
    .argument('<position>')
    .action((name: string, text: string) => {
      const [reactor, position] = [one(name), positionIn(text, 0)];
      return run((get) => again(get, reactor, position));
    });
  addCommand(group, 'start-after', 'Makes a reactor continue after a position instead of the head.', 'reactors start-after mail 1234 --yes')
    .argument('<reactor>')
    .argument('<position>')
    .option('--yes', 'confirm: it sends messages about everything since')
    .action((name: string, text: string, { yes }: { yes?: boolean }) => {
      const [reactor, position] = [one(name), positionIn(text, 0)];
      confirmed(yes, `${reactor.name} will send messages about everything after ${position}.`);
      return run((get) => goOnAfter(get, reactor, position));
    });
};
