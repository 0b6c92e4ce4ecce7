// Checks after every kill, whatever was killed.
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { BooksAudit } from '../../services/dist/operating/audit/books.audit.js';
import { audit } from '../../services/dist/engine/log/proving/audit.js';
import { projections } from '../../services/dist/screens/screens.module.js';
import { Freshness } from '../../services/dist/engine/projecting/freshness.js';
import { verifyAll } from '../../services/dist/engine/projecting/verify.js';
import { wrongWith } from './checker.ts';

const LONGEST = 60_000;

/** @returns ms until every read model had the whole log. @throws when one has not within a minute. */
export async function caughtUp({ pool, log }, from) {
  const freshness = new Freshness(pool);
  const { position } = await again(() => log.head());
  for (const { name } of projections)
    for (const end = Date.now() + LONGEST; !(await again(() => freshness.reached(name, 'all', position)));)
      if (Date.now() > end) throw new Error(`${name} has not reached ${position} within ${LONGEST / 1000} s`);
  return performance.now() - from;
}

/** Retries: a database that was just killed breaks connections of the pool, and a busy machine delays them. */
async function again(ask) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if (attempt === 50) throw error;
      await new Promise((resume) => setTimeout(resume, 100));
    }
  }
}

/** The log lines of a campaign's processes, each with the name of its process. */
export async function* logged(folder) {
  for (const file of await readdir(folder)) {
    if (!file.endsWith('.log')) continue;
    for await (const line of createInterface({ input: createReadStream(join(folder, file)) })) yield { name: basename(file, '.log'), line };
  }
}

/** @returns the distinct causes of answers of 500: for everything that is killed or cut there is another status. */
export async function serverErrors(folder) {
  const found = new Set();
  for await (const { line } of logged(folder)) {
    if (!line.includes('request failed')) continue;
    const { status, method, route, err } = parsed(line);
    if (status === 500) found.add(`${method} ${route} was answered 500: ${err.type}: ${err.message}`);
  }
  return [...found];
}

/** A killed process may leave half a line. */
function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return {};
  }
}

/** @returns the errors in the answers and in the outcomes of commands, as sentences. */
export async function whatIsWrong({ pool }, journal) {
  const wrong = wrongWith(journal);
  const { rows } = await pool.query('select command_id from log.events where command_id is not null');
  const inLog = new Map();
  for (const { command_id } of rows) inLog.set(command_id, (inLog.get(command_id) ?? 0) + 1);
  for (const { what, commandId, accepted, isLost } of journal.commands) {
    const times = inLog.get(commandId) ?? 0;
    if (isLost) {
      if (times) wrong.push(`${what} was lost and is in the log ${times} times`);
      continue;
    }
    if (accepted === true && times !== 1) wrong.push(`${what} was acknowledged and is in the log ${times} times`);
    if (accepted === false && times) wrong.push(`${what} was refused and is in the log`);
    if (accepted === undefined) wrong.push(`${what} was never answered`);
  }
  return wrong;
}

/** @returns the errors in the whole log and every read model, as sentences; its time grows with the log. */
export async function whatDiffers({ pool, vault, log }) {
  const wrong = [];
  // Positions, versions, hashes, schemas, the head; and the books: every cent accounted for, nothing negative.
  const { problems } = await again(() => audit(pool, log, { checks: [new BooksAudit()] }));
  for (const { position, what } of problems) wrong.push(`event ${position}: ${what}`);
  for (const { name, tables, parked } of await again(() => verifyAll({ pool, vault }, log, projections))) {
    for (const { table, differing } of tables) if (differing) wrong.push(`${name}.${table}: ${differing} rows differ from a replay`);
    for (const { streamId } of parked) wrong.push(`${name} holds back ${streamId}`);
  }
  return wrong;
}
