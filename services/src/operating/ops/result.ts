import type { INestApplicationContext } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { type CommandMeta, metaOf } from '../../engine/log/deciding/command.ts';
import { Vault } from '../../engine/log/sealing/vault.ts';
import { type Projection, PROJECTIONS } from '../../engine/projecting/projection.ts';
import { FOLLOWERS, REACTORS, type Reactor } from '../../engine/reacting/reactor.ts';
import type { Database } from '../../engine/projecting/read-model.ts';
import type { Config, Secrets } from '../../platform/config.ts';
import type { Pool } from '../../platform/pg.ts';
import { APP_URL, BACKUP_KEY, CLOCK, type Clock, CONFIG, LOG_CLOCK, OWNER_URL, POOL, SECRETS } from '../../platform/tokens.ts';

interface Providers {
  [APP_URL]: string;
  [BACKUP_KEY]: () => Buffer;
  [CLOCK]: Clock;
  [CONFIG]: Config;
  [LOG_CLOCK]: Clock;
  [OWNER_URL]: string;
  [POOL]: Pool;
  [PROJECTIONS]: readonly Projection[];
  [REACTORS]: readonly Reactor[];
  [FOLLOWERS]: readonly Projection[];
  [SECRETS]: Secrets;
}

/** Gives a command its dependencies from the open system, by class or token. */
export interface Get {
  <T>(type: { prototype: T }): T;
  <K extends keyof Providers>(token: K): Providers[K];
}

export const getOf = (context: INestApplicationContext): Get => ((token: symbol) => context.get(token, { strict: false })) as Get;

/** In the log an operator acts as the system: a shell has no account. */
export const operatorMeta = (get: Get): CommandMeta => metaOf({ kind: 'system', id: 'operator' }, get(CLOCK)(), randomUUID());

/** The database of builds and verifications. */
export const databaseOf = (get: Get): Database => ({ pool: get(POOL), vault: get(Vault) });

/** The result of a command. `ok: false`: it found a problem, and the process exits with 1. */
export interface Result {
  ok: boolean;
  /** The output of `--json`. */
  json: object;
  /** The output without it. */
  text: string;
}

/** The command line is wrong: nothing was done, and the process exits with 2. */
export class WrongUse extends Error {}

/** @throws WrongUse */
export function positionIn(text: string, least = 1): number {
  const position = Number(text);
  if (!Number.isSafeInteger(position) || position < least) throw new WrongUse(`${text} is not a position`);
  return position;
}

/** The read models of these names, or all. @throws WrongUse */
export function named(projections: readonly Projection[], names: readonly string[], all: boolean): Projection[] {
  const known = projections.map((p) => p.name).join(', ');
  if (all && names.length) throw new WrongUse('Name read models or use --all, not both');
  if (!all && !names.length) throw new WrongUse(`Name a read model or use --all. There are: ${known}`);
  const unknown = names.filter((name) => !projections.some((p) => p.name === name));
  if (unknown.length) throw new WrongUse(`There is no read model ${unknown.join(', ')}. There are: ${known}`);
  return projections.filter((p) => all || names.includes(p.name));
}

/** @throws WrongUse without --yes. `what`: the consequence. */
export function confirmed(yes: boolean | undefined, what: string): void {
  if (!yes) throw new WrongUse(`${what} Add --yes to confirm.`);
}

/** A table with its header in the first row; numbers are right-aligned. */
export function formatTable(rows: readonly (readonly (string | number)[])[]): string {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((r) => String(r[i]).length)));
  const cell = (value: string | number, i: number) =>
    typeof value === 'number' ? String(value).padStart(widths[i]!) : value.padEnd(widths[i]!);
  return rows.map((r) => r.map(cell).join('  ').trimEnd()).join('\n');
}

export const plural = (n: number, thing: string): string => `${n.toLocaleString('en-US')} ${thing}${n === 1 ? '' : 's'}`;
