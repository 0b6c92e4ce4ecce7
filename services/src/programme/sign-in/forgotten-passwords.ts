import { Controller, Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type ForgotBody, type ForgotView, MINUTE_MS, refusals, rules, SANDBOX_MAILBOX, SECOND_MS } from '@framelift/contracts';
import { metaOf, visitor } from '../../engine/log/deciding/command.ts';
import { Streams } from '../../engine/log/deciding/streams.ts';
import { Claimed, type ClaimedRow } from '../../engine/reacting/claimed.ts';
import { Answers, Body } from '../../http/answers.ts';
import { Jobs, Every } from '../../platform/jobs.ts';
import type { Config } from '../../platform/config.ts';
import { Keys, uuidFrom } from '../../platform/keys.ts';
import type { Logger } from '../../platform/logging.ts';
import type { Pool } from '../../platform/pg.ts';
import { refuseIf } from '../../platform/refused.ts';
import { CLOCK, type Clock, CONFIG, LOGGER, POOL } from '../../platform/tokens.ts';
import { claimSource } from '../claims/claim.decider.ts';
import { AskPasswordReset } from './sign-in.commands.ts';

/** A request wakes the job; the interval is for requests of other processes. */
const INTERVAL_MS = 2 * SECOND_MS;
/** Longer than a link is valid. */
const PAUSES_MS = [INTERVAL_MS, ...Array<number>(30).fill(MINUTE_MS)];

interface ResetRequest extends ClaimedRow {
  id: number;
  email_claim: string;
  asked_at: Date;
}

/** Requests for forgotten passwords. All get the same response; the account is looked up only afterwards. */
@Injectable()
export class ForgottenPasswords {
  private readonly claimed: Claimed<ResetRequest>;

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly streams: Streams,
    private readonly keys: Keys,
    private readonly commands: CommandBus,
    @Inject(LOGGER) logger: Logger,
    @Inject(CONFIG) config: Pick<Config, 'clockAheadMs'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.claimed = new Claimed(pool, logger, config, {
      table: 'sign_in.reset_requests',
      key: ['id'],
      pausesMs: PAUSES_MS,
      attempt: (request) => this.answer(request),
      giveUp: (request) => this.drop(request),
    });
  }

  /** Keeps one request per address until it is worked. */
  async keep(email: string): Promise<void> {
    await this.pool.query('insert into sign_in.reset_requests (email_claim, asked_at) values ($1, $2) on conflict do nothing', [
      this.keys.claim('email', email),
      new Date(this.clock()),
    ]);
  }

  @Every(INTERVAL_MS, 'makes the links that were requested for forgotten passwords')
  async work(_now: number, stop: AbortSignal): Promise<void> {
    if ((await this.pool.query('select from sign_in.reset_requests limit 1')).rowCount) await this.claimed.work(stop);
  }

  /** Every attempt has the same id. A request that waited too long is dropped, as its link would have expired. */
  private async answer(request: ResetRequest): Promise<void> {
    const { id, email_claim: emailClaim, asked_at } = request;
    // A time in the future comes from a fast clock: treat it as now.
    const requestedAt = Math.min(asked_at.getTime(), this.clock());
    const expiresAt = requestedAt + rules.passwordLinkFor;
    const { accountId } = (await this.streams.load(claimSource(emailClaim))).state;
    if (accountId && this.clock() < expiresAt) {
      const meta = metaOf(visitor, requestedAt, uuidFrom(`forgotten ${emailClaim} ${id}`), true);
      const tokenHash = this.keys.passwordLink(this.keys.resetToken(meta.commandId));
      const link = { tokenHash, expiresAt: new Date(expiresAt).toISOString() };
      await this.commands.execute(new AskPasswordReset({ meta, accountId, link }));
    }
    await this.drop(request);
  }

  private async drop({ id }: ResetRequest): Promise<void> {
    await this.pool.query('delete from sign_in.reset_requests where id = $1', [id]);
  }
}

@Controller()
export class ForgottenPasswordsController {
  constructor(
    private readonly forgotten: ForgottenPasswords,
    private readonly jobs: Jobs,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Answers('POST /api/account/forgot')
  async forgot(@Body() { email }: ForgotBody): Promise<ForgotView> {
    const { off, sandbox } = this.config.mail;
    refuseIf(off, refusals.noMail, 'conflict');
    await this.forgotten.keep(email);
    this.jobs.wake(ForgottenPasswords, 'work');
    return { success: true, mailbox: sandbox ? SANDBOX_MAILBOX : null };
  }
}
