import { readRelays } from '../../engine/feed/relays.ts';
import { EVENTS } from '../../engine/log/event.ts';
import { FOLLOWERS } from '../../engine/reacting/reactor.ts';
import { Log } from '../../engine/log/log.ts';
import { readFile } from 'node:fs/promises';
import { EVENTS_TO_A_ROOT, statementText, type StatementView } from '@framelift/contracts';
import { BooksAudit } from '../audit/books.audit.ts';
import { isSigned, type SignedHead } from '../heads/signature.ts';
import { audit, type Problem, type SavedHead } from '../../engine/log/proving/audit.ts';
import { merkleRoot } from '../../platform/merkle.ts';
import { Origins } from '../../engine/tree/origins.ts';
import { isSignedText, publicKeyOf } from '../../platform/signing.ts';
import { TreeAudit } from '../../engine/tree/tree.audit.ts';
import { ReadModel } from '../../engine/projecting/read-model.ts';
import type { Pool } from '../../platform/pg.ts';
import { databaseOf, type Get, plural, type Result, WrongUse } from './result.ts';
import { POOL, SECRETS } from '../../platform/tokens.ts';
import { addCommand, type Group } from './program.ts';
import { progress } from './progress.ts';

const MAX_SHOWN = 50;

/** A head from `audit --json`, `status --json` or a statement. A signature must be by one of `signers`. @throws WrongUse */
export async function readHead(file: string, signers: readonly string[]): Promise<SavedHead> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new WrongUse(`${file} cannot be read`);
  });
  let saved: unknown;
  try {
    saved = JSON.parse(text);
  } catch {
    throw new WrongUse(`${file} is not JSON`);
  }
  const { head = saved } = saved as { head?: unknown };
  const { position, hash } = (head ?? {}) as Partial<SavedHead>;
  if (!Number.isSafeInteger(position) || position! < 1 || typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash))
    throw new WrongUse(`${file} holds no head: { "position": …, "hash": "64 hex digits" }`);
  const signed = signatureOf(saved, head);
  if (signed) {
    if (!signed.isValid) throw new WrongUse(`The signature of the head in ${file} is not valid`);
    if (!signers.includes(signed.publicKey))
      throw new WrongUse(`The head in ${file} is signed by a key that is not this log’s; if it once was, name it with --signer`);
  }
  return { position: position!, hash };
}

/** The signer of a saved head, if any: of the head itself, or of the head that a statement is based on. */
function signatureOf(saved: unknown, head: unknown): { publicKey: string; isValid: boolean } | undefined {
  const { signed } = (saved ?? {}) as Partial<StatementView>;
  if (signed)
    return {
      publicKey: signed.publicKey,
      isValid: signed.text === statementText(saved as StatementView) && isSignedText(signed.text, signed),
    };
  const { publicKey, signature } = head as Partial<SignedHead>;
  if (publicKey === undefined && signature === undefined) return undefined;
  return { publicKey: String(publicKey), isValid: isSigned(head as SignedHead) };
}

/** Checks roots against their events: otherwise a signed head could vouch for other ones. */
async function rootProblems(log: Log, heads: readonly { position: number; data: SignedHead }[]): Promise<Problem[]> {
  const problems: Problem[] = [];
  let covered = 0;
  for (const { position, data } of heads) {
    if (!data.roots) continue;
    const roots: string[] = [];
    for (let from = covered + 1; from <= data.position; from += EVENTS_TO_A_ROOT)
      roots.push((await merkleRoot(await log.hashes(from, Math.min(data.position, from + EVENTS_TO_A_ROOT - 1)))).toString('hex'));
    if (data.from !== covered + 1 || roots.join() !== data.roots.join())
      problems.push({ position, what: 'the roots of the head do not follow from the events' });
    covered = data.position;
  }
  return problems;
}

/** Checks signed heads against the history, their signatures and the allowed keys. */
async function headProblems(pool: Pool, log: Log, signers: readonly string[]): Promise<{ heads: number; problems: Problem[] }> {
  const { rows } = await pool.query<{ position: number; data: SignedHead; actual: Buffer | null }>(
    `select s.position, s.data, e.hash as actual from ${EVENTS} s left join ${EVENTS} e on e.position = (s.data ->> 'position')::bigint
     where s.type = 'HeadSigned' order by s.position`,
  );
  const problems = rows.flatMap(({ position, data, actual }) => [
    ...(!isSigned(data)
      ? [{ position, what: 'the signature of the head is not valid' }]
      : !signers.includes(data.publicKey)
        ? [{ position, what: 'the head is signed by a key that is not this log’s; if it once was, name it with --signer' }]
        : []),
    ...(actual?.toString('hex') === data.hash
      ? []
      : [{ position, what: `the head signed at ${data.position} is not part of this history` }]),
  ]);
  // Roots of a head beyond the log's end are already reported.
  const known = rows.filter(({ actual }) => actual);
  return { heads: rows.length, problems: [...problems, ...(await rootProblems(log, known))] };
}

/** A read model or relay is ahead of the log: events at the log's end were removed. */
async function tailProblems(get: Get, head: SavedHead): Promise<Problem[]> {
  const seen: [string, number][] = [];
  for (const projection of get(FOLLOWERS)) {
    const checkpoints = await new ReadModel(databaseOf(get), projection).checkpoints();
    seen.push([`the ${projection.neverRebuilt ? 'reactor' : 'read model'} ${projection.name}`, Math.max(0, ...checkpoints.values())]);
  }
  for (const { topic, position } of await readRelays(get(POOL))) seen.push([`the relay to ${topic}`, position]);
  return seen
    .filter(([, position]) => position > head.position)
    .map(([who, position]) => ({
      position: head.position + 1,
      what: `${who} has seen events up to ${position}: the log’s end is missing`,
    }));
}

interface Trust {
  /** A file with a head. */
  since?: string | undefined;
  /** Other public keys (base64) that signed heads of this log. */
  signers?: readonly string[];
}

/** Exported for import, which checks what it restored. */
export async function audited(get: Get, trust: Trust): Promise<Result> {
  const [pool, log, secrets] = [get(POOL), get(Log), get(SECRETS)];
  const signers = [publicKeyOf(secrets.headSigning), ...(await get(Origins).formerKeys()), ...(trust.signers ?? [])];
  const since = trust.since === undefined ? undefined : await readHead(trust.since, signers);
  const bar = progress('Auditing');
  const began = performance.now();
  const books = new BooksAudit();
  const found = await audit(pool, log, {
    since,
    checks: [books, await TreeAudit.of(pool)],
    onProgress: (done, total) => bar.to(done, total),
  }).finally(bar.end);
  const { head, events } = found;
  const signed = await headProblems(pool, log, signers);
  const problems = [...found.problems, ...signed.problems, ...(await tailProblems(get, head))].toSorted((a, b) => a.position - b.position);
  const ok = !problems.length;
  const seconds = Math.round(performance.now() - began) / 1000;
  const text = [
    ...problems.slice(0, MAX_SHOWN).map((p) => `at ${p.position}: ${p.what}`),
    ...(problems.length > MAX_SHOWN ? [`… and ${plural(problems.length - MAX_SHOWN, 'more problem')} (--json lists them)`] : []),
    `${plural(events, 'event')} and ${plural(signed.heads, 'signed head')} read in ${seconds} s, ${ok ? 'nothing is wrong' : plural(problems.length, 'problem')}`,
    ...(since && ok ? [`The head saved at ${since.position} is part of this history`] : []),
    `head ${head.position} ${head.hash}`,
  ].join('\n');
  return { ok, json: { ok, head, events, signedHeads: signed.heads, books: books.totals(), problems }, text };
}

export const auditCommand: Group = (program, run) => {
  addCommand(
    program,
    'audit',
    'Checks the whole log: chain, positions, versions, schemas, books. Prints the position of each inconsistency.',
    'audit',
    'audit --json > head.json',
    'audit --since head.json',
  )
    .option('--since <headfile>', 'also prove that a head saved earlier is still part of this history')
    .option('--signer <key...>', 'an earlier public key (base64) of this log’s signed heads; repeatable')
    .action(({ since, signer: signers }: { since?: string; signer?: string[] }) => run((get) => audited(get, { since, signers })));
};
