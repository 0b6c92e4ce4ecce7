import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Command } from 'commander';
import { HistoryExists, type Made, makeHistory } from '../operating/demo/demo.ts';
import { playToday } from '../operating/demo/today.ts';
import { CONFIG } from '../platform/tokens.ts';
import { type Opening, openingOf } from './core.module.ts';
import { openDemo } from './ops.module.ts';
import { openAll, serveAll, showAdmin, WEB } from './api.ts';
import { refuseUsedPorts } from './process.ts';
import { reachAlone } from './reach.ts';
import { DAY_MS, SANDBOX_MAILBOX } from '@framelift/contracts';
import { formatTable, getOf } from '../operating/ops/result.ts';
import { importSite } from '../operating/ops/site-file.ts';
import type { Config } from '../platform/config.ts';

/** A year of history that two busy cores create in half a minute. */
const amount = { affiliates: 40, sales: 1_200, seed: 1, frauds: 1 };

const options = () =>
  new Command('npm start')
    .usage('-- [options]')
    .description('Starts everything in one process: database, api, projections, sandboxes and the built site.')
    .option('--demo', 'on an empty system, first make a year of history')
    .option('--site <file>', 'publish the site of a file that `npm run ops -- site export` wrote')
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .parse()
    .opts<{ demo?: boolean; site?: string }>();

let made: Made | undefined;

/** The all-in-one process: database, migrations, api, projections, sandboxes and the built site. */
export async function openAllInOne(stopping: AbortSignal): Promise<NestFastifyApplication> {
  const { demo } = options();
  const opening = openingOf(reachAlone);
  await refuseUsedPorts(opening.config);
  if (demo) made = await history(opening, stopping);
  return openAll(opening, WEB);
}

export async function serveAllInOne(api: NestFastifyApplication): Promise<void> {
  const config = api.get(CONFIG);
  const { site } = options();
  // Before anybody reads another one.
  if (site) console.log((await importSite(getOf(api), site)).text);
  await serveAll(api);
  if (made) await playToday(getOf(api), made);
  await showAdmin(api, made?.admin);
  console.log(`Framelift is ready at ${config.publicUrl}\n\n${places(config, made)}\n`);
}

/** A year of history on an empty system. */
async function history(opening: Opening, stopping: AbortSignal): Promise<Made | undefined> {
  console.log(`Making a year of history: ${amount.affiliates} affiliates, ${amount.sales.toLocaleString('en-US')} sales …`);
  try {
    const past = await makeHistory(amount, { open: (now) => openDemo(opening, now) }, stopping);
    console.log(`${past.head.toLocaleString('en-US')} events in ${past.seconds} s`);
    return past;
  } catch (error) {
    if (!(error instanceof HistoryExists)) throw error;
    console.log('The log holds a history already, so --demo makes none');
    return undefined;
  }
}

/** The addresses of a started system, as a table. `made`: the history that was just created. */
export function places({ publicUrl, admin, store, mail, clockAheadMs }: Config, made?: Made): string {
  const signIn = `${publicUrl}/affiliate/login`;
  const rows = [
    ['Site', publicUrl, ''],
    ['Affiliate sign-in', signIn, made ? `${made.affiliate} / ${made.password}` : `join at ${publicUrl}/affiliate/register`],
    ['Admin sign-in', signIn, `as ${admin.username}`],
    ...(store.sandbox ? [['Payment sandbox', store.sandboxUrl, 'opens when you press Buy Now']] : []),
    ...(mail.sandbox ? [['Sandbox mailbox', `${publicUrl}${SANDBOX_MAILBOX}`, 'every mail is kept here']] : []),
    ...(clockAheadMs ? [['Clock', `${clockAheadMs / DAY_MS} days ahead`, 'CLOCK_AHEAD_DAYS']] : []),
    ['API docs', `${publicUrl}/api/docs`, ''],
  ];
  return formatTable(rows).replace(/^/gm, '  ');
}
