import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { commands } from '../../services/src/operating/ops/commands.ts';
import { operate } from '../../services/src/operating/ops/program.ts';
import { openOps, operatorOpening } from '../../services/src/main/ops.module.ts';
import { reactors } from '../../services/src/reactors/reactors.module.ts';
import { projections as shippedProjections } from '../../services/src/screens/screens.module.ts';
import { type Projection, PROJECTIONS } from '../../services/src/engine/projecting/projection.ts';
import { FOLLOWERS } from '../../services/src/engine/reacting/reactor.ts';
import type { System } from './system.ts';
import { checkLines, linesOf, watchedLogger } from './watched-log.ts';

export interface Printed {
  code: number;
  out: string;
  err: string;
  /** The answer to `--json`. */
  json: any;
}

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};

type Open = Parameters<typeof operate>[2]['open'];

async function operated(argv: readonly string[], projections: readonly Projection[], open: Open): Promise<Printed> {
  let [out, err] = ['', ''];
  const code = await operate(argv, commands, {
    followers: { projections, reactors, all: [...projections, ...reactors] },
    open,
    write: (line) => (out += `${line}\n`),
    writeError: (line) => (err += `${line}\n`),
  });
  return { code, out, err, json: parsed(out) };
}

/** The operator's command line on the database of an open system, in this process. */
export const operatorOf = (system: System, ownerUrl: string, projections: readonly Projection[] = shippedProjections) =>
  async function ops(...argv: string[]): Promise<Printed> {
    return operated(argv, projections, async () => {
      const opened = await openOps({
        ...system.opening,
        reach: async () => ({ ...(await system.opening.reach(system.config, system.opening.logger)), ownerUrl }),
      });
      const given = new Map<symbol, unknown>([
        [PROJECTIONS, projections],
        [FOLLOWERS, [...projections, ...reactors]],
      ]);
      const get = (token: never) => given.get(token) ?? opened.get(token, { strict: false });
      return { get, close: () => opened.close() } as never;
    });
  };

let last: Promise<unknown> = Promise.resolve();

/** `ops.js` with these settings alone, in this process: to start another takes more than a second. One after another. */
export function opsWith(env: Record<string, string>, ...argv: string[]): Promise<Printed> {
  const next = last.then(async () => {
    const { logger, check } = watchedLogger();
    const before = process.env;
    const { PATH = '', HOME = '' } = before;
    process.env = { PATH, HOME, ...env };
    try {
      const printed = await operated(argv, shippedProjections, () => openOps({ ...operatorOpening(), logger }));
      check();
      return printed;
    } finally {
      process.env = before;
    }
  });
  last = next.catch(() => {});
  return next;
}

/** A program of ours as an operator runs it: `ops.js`, `demo.js`, or a file of deploy/. */
export const ran = (file: string, env: Record<string, string>, ...args: string[]): Promise<Printed> =>
  ranBy(process.execPath, file, env, ...args);

/** The same by the Node of this file. */
export function ranBy(node: string, file: string, env: Record<string, string>, ...args: string[]): Promise<Printed> {
  const path = file.startsWith('deploy/')
    ? join(import.meta.dirname, '../..', file)
    : join(import.meta.dirname, '../../services/dist/main', file);
  const { PATH = '', HOME = '' } = process.env;
  return new Promise((done, failed) => {
    execFile(node, [path, ...args], { env: { PATH, HOME, ...env }, maxBuffer: 1 << 26 }, (error, out, err) => {
      try {
        checkLines(linesOf(err));
      } catch (leak) {
        return failed(leak as Error);
      }
      done({ code: error ? Number(error.code ?? 1) : 0, out, err, json: parsed(out) });
    });
  });
}

/** Settings of a process of ours on this database, with this log's keys. */
export const settingsOf = (db: { appUrl: string; ownerUrl: string; masterKey: Buffer }, folder: string): Record<string, string> => ({
  DATA_DIR: folder,
  DATABASE_URL: db.appUrl,
  MIGRATE_DATABASE_URL: db.ownerUrl,
  MASTER_KEY: db.masterKey.toString('hex'),
  CLAIM_KEY: '11'.repeat(32),
  JWT_SECRET: '22'.repeat(32),
  ALTCHA_SECRET: '33'.repeat(32),
  HEAD_SIGNING_KEY: '44'.repeat(32),
  ADMIN_PASSWORD: 'the admin password',
});
