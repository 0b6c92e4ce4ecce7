import { randomBytes, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { affiliateStream, idOf, refusals } from '@framelift/contracts';
import { claimSource } from '../claims/claim.decider.ts';
import { type CommandMeta, metaOf, type Outcome } from '../../engine/log/deciding/command.ts';
import { Streams } from '../../engine/log/deciding/streams.ts';
import type { Config } from '../../platform/config.ts';
import { idFrom, Keys } from '../../platform/keys.ts';
import { Refused } from '../../platform/refused.ts';
import { pause } from '../../platform/retrying.ts';
import { CONFIG } from '../../platform/tokens.ts';
import { adminSource } from './admin.decider.ts';
import { checkNewPassword, Passwords } from './passwords.ts';
import { CreateAdmin, RegisterAffiliate, RevokeAdmin } from './sign-in.commands.ts';

/** How often the first admin is registered: a process may be slow while it starts, and lose its session. */
const START_ATTEMPTS = 4;
const START_PAUSE_MS = 500;

interface NewAccount {
  username: string;
  email: string;
  password: string;
}

/** Creates accounts: the account and its password's hash are stored in one transaction (docs/architecture.md#writing). */
@Injectable()
export class Registration {
  constructor(
    private readonly commands: CommandBus,
    private readonly streams: Streams,
    private readonly keys: Keys,
    private readonly passwords: Passwords,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The account's id follows from the command's, so a repeated request meets the same account. Without a rate they register themselves. */
  async affiliate(
    meta: CommandMeta,
    { username, email, password }: NewAccount,
    commissionBps?: number,
  ): Promise<Outcome & { accountId: string }> {
    const affiliateId = idFrom(meta.commandId);
    const accountId = affiliateStream(affiliateId);
    const passwordHash = await this.hashOf(password);
    const names = { username: username.trim(), email: email.trim(), ...this.claims(username, email) };
    const rate = commissionBps === undefined ? { agrees: true } : { agrees: false, commissionBps };
    const outcome = await this.commands.execute(new RegisterAffiliate({ meta, affiliateId, passwordHash, ...names, ...rate }));
    return { ...outcome, accountId };
  }

  async admin(meta: CommandMeta, { username, email, password }: NewAccount): Promise<void> {
    const adminId = idFrom(meta.commandId);
    const passwordHash = await this.hashOf(password);
    await this.commands.execute(new CreateAdmin({ meta, adminId, passwordHash, username, email, ...this.claims(username, email) }));
  }

  /** Creates the first admin if there is none. Returns the password if it was generated here. */
  async firstAdmin(now: number): Promise<{ username: string; password: string } | undefined> {
    for (const streamId of await this.streams.log.streamsWith('AdminCreated'))
      if ((await this.streams.load(adminSource(idOf(streamId)))).state.active) return undefined;
    const { username, email = `${username}@localhost`, password = randomBytes(9).toString('base64url') } = this.config.admin;
    const meta = metaOf({ kind: 'system', id: 'start' }, now, randomUUID(), true);
    // A start that lost its connection may have created it: nobody would see the password any more.
    for (let left = START_ATTEMPTS; left; left--)
      try {
        await this.admin(meta, { username, email, password });
        break;
      } catch (error) {
        if (error instanceof Refused || left === 1) throw error;
        await pause(START_PAUSE_MS);
      }
    return this.config.admin.password ? undefined : { username, password };
  }

  async revokeAdmin(meta: CommandMeta, username: string): Promise<void> {
    const { state } = await this.streams.load(claimSource(this.keys.claim('username', username)));
    if (!state.accountId?.startsWith('admin-')) throw new Refused(refusals.notFound, 'missing');
    await this.commands.execute(new RevokeAdmin({ meta, adminId: idOf(state.accountId) }));
  }

  private claims(username: string, email: string) {
    return { usernameClaim: this.keys.claim('username', username), emailClaim: this.keys.claim('email', email) };
  }

  private hashOf(password: string): Promise<string> {
    checkNewPassword(password, this.config.passwordMinimum);
    return this.passwords.hash(password);
  }
}
