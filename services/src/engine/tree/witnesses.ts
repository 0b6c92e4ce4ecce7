import { Inject, Injectable } from '@nestjs/common';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@framelift/contracts';
import type { Config } from '../../platform/config.ts';
import { Every } from '../../platform/jobs.ts';
import { ifAlone, locks } from '../../platform/locks.ts';
import { cosignature, noteKey, type NoteKey } from '../../platform/notes.ts';
import type { Pool } from '../../platform/pg.ts';
import { readAtMost, TooLong } from '../../platform/read-at-most.ts';
import { type Clock, CONFIG, LOG_CLOCK, POOL } from '../../platform/tokens.ts';
import { type Checkpoint, Checkpoints } from './checkpoints.ts';

/** Public witnesses accept 24 checkpoints a day. */
const EVERY_MS = HOUR_MS;
/** After a witness did not answer. */
const AGAIN_MS = 5 * MINUTE_MS;
const ANSWER_MS = 10_000;
/** An answer is a few signatures. */
const ANSWER_BYTES = 10_000;
/** A cosignature that is further from now would hide for as long that there is none. */
const APART_MS = 5 * MINUTE_MS;

export interface Witness {
  /** Of its key. */
  name: string;
  url: string;
  key: NoteKey;
}

/** What a witness cosigned last. */
export interface Witnessed {
  name: string;
  /** When it was asked last; null: never. */
  askedAt: Date | null;
  /** Why it did not cosign then. */
  error: string | null;
  size: number | null;
  note: string | null;
  line: string | null;
  signedAt: Date | null;
}

/** A witness that is only away, or does not know the log yet, accuses nobody. */
const REFUSALS = /has seen (?:\d+ events|another history)/;

const witnessOf = (setting: string): Witness => {
  const [url, text] = setting.split(' ') as [string, string];
  const key = noteKey(text)!;
  return { name: key.name, url, key };
};
const idOf = ({ name, key }: Witness): string => `${name}+${key.id}`;

/** Shows checkpoints to the configured witnesses, so that no two people can be shown different histories. */
@Injectable()
export class Witnesses {
  readonly configured: readonly Witness[];

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CONFIG) config: Config,
    private readonly checkpoints: Checkpoints,
    @Inject(LOG_CLOCK) private readonly now: Clock = Date.now,
  ) {
    this.configured = config.witnesses.map(witnessOf);
  }

  @Every(MINUTE_MS, 'one process shows the last checkpoint to witnesses: each every hour, and after a failure every five minutes')
  async run(): Promise<void> {
    if (!this.configured.length) return;
    await ifAlone(this.pool, locks.witnesses, async () => {
      const due = `asked_at < now() - make_interval(secs => case when error is null then ${EVERY_MS / 1_000} else ${AGAIN_MS / 1_000} end)`;
      const { rows } = await this.pool.query<{ witness: string; isDue: boolean }>(`select witness, ${due} as "isDue" from log.witnesses`);
      const resting = new Set(rows.filter(({ isDue }) => !isDue).map(({ witness }) => witness));
      await Promise.all(this.configured.filter((witness) => !resting.has(idOf(witness))).map((witness) => this.ask(witness)));
    });
  }

  /** What the configured ones said, in their order. */
  async list(): Promise<Witnessed[]> {
    const { rows } = await this.pool.query<Witnessed & { witness: string }>(
      `select witness, asked_at as "askedAt", error, size, note, line, signed_at as "signedAt" from log.witnesses where witness = any($1)`,
      [this.configured.map(idOf)],
    );
    const nothing = { askedAt: null, error: null, size: null, note: null, line: null, signedAt: null };
    return this.configured.map((one) => {
      const { witness: _, ...said } = rows.find(({ witness }) => witness === idOf(one)) ?? { witness: '', ...nothing };
      return { ...said, name: one.name };
    });
  }

  /** Since when none cosigned, if that is more than a day, or none ever did. `now` in ms. */
  async silentSince(now: number): Promise<Date | undefined> {
    const said = await this.list();
    const times = (of: (one: Witnessed) => Date | null) => said.flatMap((one) => of(one)?.getTime() ?? []);
    const [signed, asked] = [times(({ signedAt }) => signedAt), times(({ askedAt }) => askedAt)];
    if (!asked.length) return undefined;
    if (!signed.length) return new Date(Math.min(...asked));
    const last = Math.max(...signed);
    return now - last > DAY_MS ? new Date(last) : undefined;
  }

  /** Why witnesses refuse this log, and since when: they have seen another history of it, or more than it has. */
  async refusals(): Promise<{ name: string; says: string; at: Date }[]> {
    return (await this.list()).flatMap(({ name, error, askedAt }) =>
      error && REFUSALS.test(error) ? [{ name, says: error, at: askedAt! }] : [],
    );
  }

  /** Checkpoints that were cosigned, the newest first, with all signatures. */
  async notes(): Promise<{ size: number; note: string }[]> {
    const { rows } = await this.pool.query<{ size: number; note: string }>(
      `select size, note || string_agg(line, E'\\n' order by witness) || E'\\n' as note from log.witnesses
       where line is not null and witness = any($1) group by size, witnesses.note order by size desc`,
      [this.configured.map(idOf)],
    );
    return rows;
  }

  /** Shows it the last checkpoint, and keeps its answer. */
  async ask(witness: Witness): Promise<void> {
    const last = await this.checkpoints.inView(async (_, checkpoint) => checkpoint);
    if (!last) return;
    const { rows } = await this.pool.query<{ size: number | null }>('select size from log.witnesses where witness = $1', [idOf(witness)]);
    try {
      const old = rows[0]?.size ?? 0;
      const { line, at } = await this.cosigned(witness, last, old > last.size ? 0 : old);
      await this.keep(witness, { error: null, size: last.size, note: last.note, line, at });
    } catch (error) {
      await this.keep(witness, { error: (error as Error).message });
    }
  }

  /** @throws Error, a sentence, unless it cosigned. */
  private async cosigned(witness: Witness, last: Checkpoint, old: number): Promise<{ line: string; at: Date }> {
    let answer = await this.post(witness, last, old);
    if (answer.status === 409) {
      const seen = /^\d{1,15}\n?$/.test(answer.text) ? Number(answer.text) : undefined;
      if (seen === undefined) throw new Error('The witness did not say what it has seen');
      if (seen > last.size)
        throw new Error(`The witness has seen ${seen} events, and this log has ${last.size}: it lost events, or is another one`);
      answer = await this.post(witness, last, seen);
    }
    if (answer.status === 422) throw new Error('The witness has seen another history of this log');
    if (answer.status === 403 || answer.status === 404) throw new Error('The witness does not know this log: give it the key of the log');
    if (answer.status !== 200) throw new Error(`The witness answered ${answer.status}`);
    const own = cosignature(answer.text, last.note, witness.key);
    if (!own) throw new Error('The witness answered without a valid cosignature: compare its key with WITNESSES');
    if (Math.abs(own.at.getTime() - this.now()) > APART_MS)
      throw new Error(`The clock of the witness is wrong: it signed at ${own.at.toISOString()}`);
    return own;
  }

  private async post({ url }: Witness, { size, note }: Checkpoint, old: number): Promise<{ status: number; text: string }> {
    const { proof } = (await this.checkpoints.continues(size, [old]))[0]!;
    const body = [`old ${old}`, ...proof, '', note].join('\n');
    try {
      const response = await fetch(`${url}/add-checkpoint`, {
        method: 'POST',
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      return { status: response.status, text: (await readAtMost(response, ANSWER_BYTES)).toString() };
    } catch (error) {
      throw new Error(error instanceof TooLong ? 'The witness answered with too much' : 'The witness did not answer', { cause: error });
    }
  }

  private async keep(
    witness: Witness,
    { error, ...own }: { error: string | null; size?: number; note?: string; line?: string; at?: Date },
  ) {
    await this.pool.query(
      `insert into log.witnesses (witness, asked_at, error, size, note, line, signed_at) values ($1, clock_timestamp(), $2, $3, $4, $5, $6)
       on conflict (witness) do update set asked_at = excluded.asked_at, error = excluded.error,
         size = coalesce(excluded.size, witnesses.size), note = coalesce(excluded.note, witnesses.note),
         line = coalesce(excluded.line, witnesses.line), signed_at = coalesce(excluded.signed_at, witnesses.signed_at)`,
      [idOf(witness), error, own.size ?? null, own.note ?? null, own.line ?? null, own.at ?? null],
    );
  }
}
