import { readFile } from 'node:fs/promises';
import { BooksAudit } from '../audit/books.audit.ts';
import { isSigned, type SignedHead } from '../heads/signature.ts';
import { audit, type Problem, type SavedHead } from '../log/audit.ts';
import { type Operations, plural, type Result, WrongUse } from './operations.ts';
import { declared, type Group } from './program.ts';
import { progress } from './progress.ts';

const SHOWN = 50;

/** A head as `audit --json` or `status --json` printed it, or as a statement shows it. @throws WrongUse */
export async function readHead(file: string): Promise<SavedHead> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new WrongUse(`${file} cannot be read`);
  });
  let saved: unknown;
  try {
    saved = JSON.parse(text);
  } catch {
    throw new WrongUse(`${file} is no JSON`);
  }
  const { head = saved } = saved as { head?: unknown };
  const { position, hash } = (head ?? {}) as Partial<SavedHead>;
  if (!Number.isSafeInteger(position) || position! < 1 || typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash))
    throw new WrongUse(`${file} holds no head: { "position": …, "hash": "64 hex digits" }`);
  return { position: position!, hash };
}

/** Signed heads against the history they speak of, and against their own signatures. */
async function headProblems(pool: Operations['pool']): Promise<{ heads: number; problems: Problem[] }> {
  const { rows } = await pool.query<{ position: number; data: SignedHead; actual: Buffer | null }>(
    `select s.position, s.data, e.hash as actual from log.events s left join log.events e on e.position = (s.data ->> 'position')::bigint
     where s.type = 'HeadSigned' order by s.position`,
  );
  const problems = rows.flatMap(({ position, data, actual }) => [
    ...(isSigned(data) ? [] : [{ position, what: 'the signature of the head is not valid' }]),
    ...(actual?.toString('hex') === data.hash
      ? []
      : [{ position, what: `the head signed at ${data.position} is not part of this history` }]),
  ]);
  return { heads: rows.length, problems };
}

async function audited({ pool, log }: Operations, since: SavedHead | undefined): Promise<Result> {
  const bar = progress('Auditing');
  const began = performance.now();
  const found = await audit(pool, log, { since, checks: [new BooksAudit()], onProgress: (done, total) => bar.to(done, total) }).finally(
    bar.end,
  );
  const { head, events } = found;
  const signed = await headProblems(pool);
  const problems = [...found.problems, ...signed.problems].toSorted((a, b) => a.position - b.position);
  const ok = !problems.length;
  const seconds = Math.round(performance.now() - began) / 1000;
  const text = [
    ...problems.slice(0, SHOWN).map((p) => `at ${p.position}: ${p.what}`),
    ...(problems.length > SHOWN ? [`… and ${plural(problems.length - SHOWN, 'more problem')} (--json lists them)`] : []),
    `${plural(events, 'event')} and ${plural(signed.heads, 'signed head')} read in ${seconds} s, ${ok ? 'nothing is wrong' : plural(problems.length, 'problem')}`,
    ...(since && ok ? [`The head saved at ${since.position} is part of this history`] : []),
    `head ${head.position} ${head.hash}`,
  ].join('\n');
  return { ok, json: { ok, head, events, signedHeads: signed.heads, problems }, text };
}

export const auditCommand: Group = (program, run) => {
  declared(
    program, 'audit', 'Checks the whole log: chain, positions, versions, schemas, books. Names the position of anything wrong.',
    'audit', 'audit --json > head.json', 'audit --since head.json',
  ) // prettier-ignore
    .option('--since <headfile>', 'also prove that a head saved earlier is still part of this history')
    .action(async (options: { json?: boolean; since?: string }) => {
      const since = options.since === undefined ? undefined : await readHead(options.since);
      return run(options, (ops) => audited(ops, since));
    });
};
