import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { typesWith } from '@framelift/contracts';
import type { Config, Secrets } from '../../platform/config.ts';
import { isSignedBy, noteKey, type NoteKey, signedNote, verifierKey, withdrawalText } from '../../platform/notes.ts';
import type { Queryable } from '../../platform/pg.ts';
import { publicKeyOf } from '../../platform/signing.ts';
import { CONFIG, POOL, SECRETS } from '../../platform/tokens.ts';
import { EVENTS } from '../log/event.ts';
import { Log } from '../log/log.ts';
import { endings } from '../log/proving/endings.ts';

/** The name of the log’s first history. */
export const originOf = ({ publicUrl }: Pick<Config, 'publicUrl'>): string => `${new URL(publicUrl).host}/log`;

const spkiOf = ({ key }: NoteKey): string => key.export({ format: 'der', type: 'spki' }).toString('base64');
const EMPTY_ROOT = hash('sha256', '', 'base64');

/**
 * The names of the published log (c2sp.org/tlog-checkpoint). Each history has its own, so that a name never goes back: `<host>/log`, and after
 * the system went back `<host>/log-2` and so on.
 */
@Injectable()
export class Origins {
  constructor(
    @Inject(POOL) private readonly pool: Queryable,
    private readonly log: Log,
    @Inject(CONFIG) private readonly config: Pick<Config, 'publicUrl'>,
    @Inject(SECRETS) private readonly secrets: Pick<Secrets, 'headSigning'>,
  ) {}

  /** Of the history that a session sees. */
  async now(session: Queryable = this.pool): Promise<string> {
    return this.named((await endings(session, this.log.catalogue)).length);
  }

  /** The verifier key under the name of now (c2sp.org/signed-note). */
  async key(): Promise<string> {
    return verifierKey(await this.now(), publicKeyOf(this.secrets.headSigning));
  }

  /** A note about each key that was replaced, the oldest first, signed by both. */
  async rotations(): Promise<string[]> {
    const { rows } = await this.pool.query<{ note: string }>({
      name: 'origins.rotations',
      text: `select data ->> 'note' as note from ${EVENTS} where type = any($1) order by position`,
      values: [typesWith(this.log.catalogue, 'replacesKey')],
    });
    return rows.map(({ note }) => note);
  }

  /** Public keys (SubjectPublicKeyInfo, base64) that signed before, and each for the next: the newest first. */
  async formerKeys(): Promise<string[]> {
    const keys = [publicKeyOf(this.secrets.headSigning)];
    for (const note of (await this.rotations()).toReversed()) {
      const [from, to] = ['from', 'to'].map((name) => noteKey(new RegExp(`^${name} (.+)$`, 'm').exec(note)?.[1] ?? ''));
      if (!from || !to || spkiOf(to) !== keys.at(-1) || !isSignedBy(note, from) || !isSignedBy(note, to)) break;
      keys.push(spkiOf(from));
    }
    return keys.slice(1);
  }

  /** A note about each withdrawn history, the oldest first, signed under its own name and that of the next. */
  async withdrawals(): Promise<string[]> {
    return (await endings(this.pool, this.log.catalogue)).map(({ to, at, reason, published = { size: 0, root: EMPTY_ROOT } }, n) => {
      const [old, next] = [this.named(n), this.named(n + 1)];
      const text = withdrawalText({ origin: next, old, ...published, to, at: at.toISOString(), reason });
      return signedNote(text, [old, next], this.secrets.headSigning);
    });
  }

  /** The name after so many endings. */
  private named(count: number): string {
    return `${originOf(this.config)}${count ? `-${count + 1}` : ''}`;
  }
}
