import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { CommandBus } from '@nestjs/cqrs';
import { Argument, Option } from 'commander';
import { affiliateStream, IMPORT_SOURCES, type ImportSource, type Product } from '@framelift/contracts';
import { metaOf } from '../../engine/log/deciding/command.ts';
import { Log } from '../../engine/log/log.ts';
import { Streams } from '../../engine/log/deciding/streams.ts';
import { idFrom, Keys, uuidFrom } from '../../platform/keys.ts';
import { textOfBytes } from '../../platform/csv-dialect.ts';
import { CLOCK } from '../../platform/tokens.ts';
import { claimSource } from '../../programme/claims/claim.decider.ts';
import { ImportHistory } from '../../programme/moving-in/moving-in.commands.ts';
import { movedInSource } from '../../programme/moving-in/moving-in.decider.ts';
import { everyProduct, siteInForce } from '../../programme/site/site.decider.ts';
import { Passwords } from '../../programme/sign-in/passwords.ts';
import { RegisterAffiliate } from '../../programme/sign-in/sign-in.commands.ts';
import { addCommand, type Group } from './program.ts';
import { type Known, type PlannedMove, planImport } from './programme-plan.ts';
import { type ExportFile, readRows, UnreadableFile } from './programme-rows.ts';
import { summaryOf } from './programme-summary.ts';
import { progress } from './progress.ts';
import { type Get, type Result, WrongUse } from './result.ts';

/** Affiliates imported in parallel. */
const AT_ONCE = 16;
/** Facts of one append. */
const MOST_FACTS = 500;

const idOf = (from: ImportSource, emailClaim: string): string => idFrom(`import ${from} ${emailClaim}`);

/** The account of an address here. An account that was imported and since deleted stays deleted. */
async function lookUp(get: Get, from: ImportSource, email: string): Promise<Known> {
  const [streams, keys] = [get(Streams), get(Keys)];
  const claim = keys.claim('email', email);
  const { state } = await streams.load(claimSource(claim));
  const accountId = state.accountId ?? affiliateStream(idOf(from, claim));
  const affiliateId = accountId.slice(accountId.indexOf('-') + 1);
  const { state: movedIn } = await streams.load(movedInSource(affiliateId));
  const is = accountId.startsWith('admin-') || movedIn.deleted ? 'other' : state.accountId ? 'affiliate' : 'new';
  return { is, affiliateId, movedIn };
}

const isFree = async (get: Get, username: string): Promise<boolean> => {
  const { state } = await get(Streams).load(claimSource(get(Keys).claim('username', username)));
  return state.accountId === null && state.released === null;
};

const lists = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));

/** Imports one affiliate: the account, then its data. A repeat continues where this one stopped. */
async function move(get: Get, from: ImportSource, planned: PlannedMove, passwordHash: string): Promise<void> {
  const [commands, keys, now] = [get(CommandBus), get(Keys), get(CLOCK)()];
  const { affiliateId, email, username, at } = planned;
  const meta = (what: string) => metaOf({ kind: 'system', id: 'import' }, now, uuidFrom(`import ${from} ${affiliateId} ${what} ${now}`));
  if (!planned.isHere) {
    const names = { username, email, usernameClaim: keys.claim('username', username), emailClaim: keys.claim('email', email) };
    await commands.execute(
      new RegisterAffiliate({
        meta: meta('account'),
        affiliateId,
        ...names,
        passwordHash,
        agrees: false,
        imported: { from, file: at.file, row: at.row },
      }),
    );
  }
  const sales = planned.sales.map(({ file, row, id: sourceId, product, amountCents, commissionCents, soldAt, availableAt }) => {
    const held = availableAt && Date.parse(availableAt) > now ? { availableAt } : {};
    return { from, file, row, sourceId, ...(product ? { product } : {}), amountCents, commissionCents, soldAt, ...held };
  });
  const payouts = planned.payouts.map(({ file, row, id: sourceId, amountCents, paidAt }) => ({
    from,
    file,
    row,
    sourceId,
    amountCents,
    paidAt,
  }));
  const opening = planned.opening && { from, ...planned.opening };
  for (const [i, some] of lists(sales, MOST_FACTS).entries())
    await commands.execute(new ImportHistory({ meta: meta(`sales ${i}`), affiliateId, sales: some, payouts: [] }));
  for (const [i, some] of lists(payouts, MOST_FACTS).entries())
    await commands.execute(new ImportHistory({ meta: meta(`payouts ${i}`), affiliateId, sales: [], payouts: some }));
  if (opening) await commands.execute(new ImportHistory({ meta: meta('opening'), affiliateId, sales: [], payouts: [], opening }));
}

/** @throws WrongUse if a file is not one of the programme's */
function rowsOf(from: ImportSource, files: readonly ExportFile[], now: number, products: readonly Product[]) {
  try {
    return files.flatMap((file) => readRows(from, file, now, products));
  } catch (error) {
    throw error instanceof UnreadableFile ? new WrongUse(error.message) : error;
  }
}

/** Imports a programme, or lists what it would do. */
export async function importProgramme(
  get: Get,
  from: ImportSource,
  files: readonly ExportFile[],
  dryRun: boolean,
  interrupted: AbortSignal,
): Promise<Result> {
  const { state: site } = await get(Streams).load(siteInForce);
  const rows = rowsOf(from, files, get(CLOCK)(), everyProduct(site));
  const plan = await planImport(from, rows, { account: (email) => lookUp(get, from, email), isFree: (name) => isFree(get, name) });
  if (!dryRun) {
    // Unknown to all: each affiliate sets a password through a link.
    const passwordHash = await get(Passwords).hash(randomBytes(32).toString('base64url'));
    const bar = progress('Moving in', 'affiliates');
    let done = 0;
    try {
      for (const some of lists(plan.moves, AT_ONCE)) {
        interrupted.throwIfAborted();
        await Promise.all(some.map((one) => move(get, from, one, passwordHash)));
        bar.to((done += some.length), plan.moves.length);
      }
    } finally {
      bar.end();
    }
  }
  const { position } = await get(Log).head();
  const { ok, text, json } = summaryOf(plan, from, dryRun);
  return { ok, json: { ok, dryRun, from, head: position, ...json }, text };
}

export const importProgrammeCommand: Group = (program, run) => {
  addCommand(
    program,
    'import-programme',
    'Imports an affiliate programme from the CSV exports of another: affiliates, past sales and payouts, open balances. Repeats are safe; no mail is sent.',
    'import-programme --from rewardful affiliates.csv commissions.csv payouts.csv --dry-run',
    'import-programme --from csv affiliates.csv sales.csv',
  )
    .addArgument(new Argument('<files...>', 'their kinds are recognised by their columns'))
    .addOption(new Option('--from <programme>', 'the programme that exported the files').choices(IMPORT_SOURCES).makeOptionMandatory())
    .option('--dry-run', 'list the effects row by row, and change nothing')
    .action(async (paths: string[], { from, dryRun = false }: { from: ImportSource; dryRun?: boolean }) => {
      const files = await Promise.all(
        paths.map(async (path) => ({
          name: basename(path),
          text: textOfBytes(
            await readFile(path).catch((error: NodeJS.ErrnoException) => {
              throw new WrongUse(error.code === 'ENOENT' ? `There is no file ${path}` : `The file ${path} cannot be read`);
            }),
          ),
        })),
      );
      await run((get, signal) => importProgramme(get, from, files, dryRun, signal));
    });
};
