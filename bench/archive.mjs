// Appends beside the continuous archive and without it, in turn: visits, whose key exists, and buyers, each of which makes a key that the
// archive has to notice. A round is a short rush, in which the archive rests; after ten seconds it takes what it needs. Then the processor
// that the archive takes while nothing happens.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Archive } from '../services/dist/engine/log/archiving/archive.js';
import { Archiver } from '../services/dist/operating/backups/archiver.js';
import { fileNameOf, idFor } from '../services/dist/operating/backups/backup-store.js';
import { withDatabase } from './database.mjs';
import { inTurn, load, row } from './measure.mjs';

const visit = {
  type: 'VisitTracked',
  data: { visitId: 'v', affiliateId: 'a', page: '/premium', visitor: { sealed: 'x'.repeat(120), of: 'day:2026-01-01' } },
};
const actor = { kind: 'visitor', id: 'anonymous' };
const EVERY_MS = 5_000;
const ROUND_MS = 3_000;
const RESTING_TURNS = 200;

export const archive = () =>
  withDatabase(async ({ open, settings, id }) => {
    const { log, pool, vault } = await open();
    const folder = await mkdtemp(join(tmpdir(), 'framelift-bench-'));
    const state = new Archive(pool);
    const never = new AbortController().signal;
    let wake = () => {};
    const logger = { warn: console.error, error: console.error };
    const archiver = new Archiver(
      pool,
      { backup: { to: { folder }, archiveSeconds: EVERY_MS / 1_000 } },
      () => Buffer.alloc(32, 7),
      { master: Buffer.from(settings.MASTER_KEY, 'hex') },
      logger,
      log,
      state,
      {},
      { look: async () => null },
      { wake: () => wake() },
    );
    /** As jobs do: never twice at once, and once more after a wake. */
    const begin = async () => {
      const noted = await state.begin();
      const { position, hash } = await log.head();
      const base = idFor(Date.now(), position);
      await writeFile(join(folder, fileNameOf(base)), '');
      await state.setBase(base, { position, hash }, noted);
      let running = Promise.resolve();
      wake = () => (running = running.then(() => archiver.run(0, never)));
      wake();
      const timer = setInterval(() => wake(), EVERY_MS);
      return async () => {
        clearInterval(timer);
        await running;
        wake = () => {};
      };
    };
    const rounds = 5;
    const rows = [];
    try {
      for (const [what, writers] of [
        ['visits', 32],
        ['visits', 256],
        ['buyers', 32],
      ]) {
        const appending = () => {
          const run = id();
          const one = async (i) => {
            const commandId = randomUUID();
            if (what === 'buyers') await vault.keysToSeal([`buyer:${run}-${i}`]);
            return log.append({
              streams: [{ streamId: `visits-${run}-${i}`, expected: 0, facts: [visit] }],
              metadata: { occurredAt: new Date().toISOString(), actor, commandId, correlationId: commandId },
            });
          };
          return load(writers, Infinity, one, ROUND_MS);
        };
        const runs = await inTurn(rounds, {
          ours: async () => {
            const end = await begin();
            try {
              return await appending();
            } finally {
              await end();
            }
          },
          without: async () => {
            await state.end();
            return appending();
          },
        });
        const of = (figure) => Object.fromEntries(Object.entries(runs).map(([name, r]) => [name, r.map((x) => x[figure])]));
        const name = `${what}, ${writers} writers`;
        rows.push(row('archive', name, 'appends/s', of('perSecond')), row('archive', `${name} p99`, 'ms', of('p99')));
      }
      const end = await begin();
      await end();
      while ((await state.safeUpTo()).position < (await log.head()).position) await archiver.run(0, never);
      const before = process.cpuUsage();
      for (let turn = 0; turn < RESTING_TURNS; turn++) await archiver.run(0, never);
      const { user, system } = process.cpuUsage(before);
      rows.push(
        row('archive', 'processor of this process at rest', '% of one', { ours: [(user + system) / 10 / RESTING_TURNS / EVERY_MS] }),
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    return rows;
  });
