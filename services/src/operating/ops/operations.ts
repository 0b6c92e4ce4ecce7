import type { CommandBus } from '@nestjs/cqrs';
import type { Registration } from '../../programme/sign-in/registration.ts';
import type { Log } from '../../engine/log/log.ts';
import type { Streams } from '../../engine/log/streams.ts';
import type { Vault } from '../../engine/log/vault.ts';
import type { Config, Secrets } from '../../platform/config.ts';
import type { Erasure } from '../../engine/log/erasure.ts';
import type { Keys } from '../../platform/keys.ts';
import type { Pool } from '../../platform/pg.ts';
import type { Clock } from '../../platform/tokens.ts';
import type { Projection } from '../../engine/projecting/projection.ts';

/** What an operator's command works on: an open system, beside whatever else runs on it. */
export interface Operations {
  config: Config;
  secrets: Secrets;
  pool: Pool;
  log: Log;
  streams: Streams;
  vault: Vault;
  keys: Keys;
  erasure: Erasure;
  commands: CommandBus;
  registration: Registration;
  now: Clock;
  projections: readonly Projection[];
  /** Connects as the owner of the schema. @throws WrongSettings where that role is not known. */
  ownerUrl(): string;
}

/** What a command came to. `ok: false`: it found something wrong, and the process ends with 1. */
export interface Result {
  ok: boolean;
  /** The one document of `--json`. */
  json: object;
  /** What a person reads instead. */
  text: string;
}

/** The command line itself is wrong: nothing was looked at, and the process ends with 2. */
export class WrongUse extends Error {}

/** The read models of these names, or all. @throws WrongUse */
export function named(projections: readonly Projection[], names: readonly string[], all: boolean): Projection[] {
  const known = projections.map((p) => p.name).join(', ');
  if (all && names.length) throw new WrongUse('Name read models or say --all, not both');
  if (!all && !names.length) throw new WrongUse(`Name a read model or say --all. There are: ${known}`);
  const unknown = names.filter((name) => !projections.some((p) => p.name === name));
  if (unknown.length) throw new WrongUse(`There is no read model ${unknown.join(', ')}. There are: ${known}`);
  return projections.filter((p) => all || names.includes(p.name));
}

/** @throws WrongUse unless the operator said so. `what` will happen. */
export function confirmed(yes: boolean | undefined, what: string): void {
  if (!yes) throw new WrongUse(`${what} Say --yes to do it.`);
}

/** Columns side by side, the first row their names; numbers stand right. */
export function formatTable(rows: readonly (readonly (string | number)[])[]): string {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((r) => String(r[i]).length)));
  const cell = (value: string | number, i: number) =>
    typeof value === 'number' ? String(value).padStart(widths[i]!) : value.padEnd(widths[i]!);
  return rows.map((r) => r.map(cell).join('  ').trimEnd()).join('\n');
}

export const plural = (n: number, thing: string): string => `${n.toLocaleString('en-US')} ${thing}${n === 1 ? '' : 's'}`;
