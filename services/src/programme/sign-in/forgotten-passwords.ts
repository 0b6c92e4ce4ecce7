import { Controller, Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type ForgotBody, type ForgotView, refusals, rules, SANDBOX_MAILBOX, SECOND_MS } from '@framelift/contracts';
import { metaOf, visitor } from '../../engine/log/command.ts';
import { Streams } from '../../engine/log/streams.ts';
import { Answers, Body } from '../../http/answers.ts';
import { Jobs, Every } from '../../platform/jobs.ts';
import type { Config } from '../../platform/config.ts';
import { Keys, uuidFrom } from '../../platform/keys.ts';
import type { Pool } from '../../platform/pg.ts';
import { refuseIf } from '../../platform/refused.ts';
import { CONFIG, POOL } from '../../platform/tokens.ts';
import { claimSource } from '../claims/claim.decider.ts';
import { AskPasswordReset } from './sign-in.commands.ts';

/** A request wakes the job; this is for what another process left. */
const INTERVAL_MS = 2 * SECOND_MS;
const BATCH = 16;

interface Asked {
  id: number;
  emailClaim: string;
  askedAt: Date;
}

/** Who forgot a password. Requests are kept and answered alike; whether there is such an account shows only behind the answer. */
@Injectable()
export class ForgottenPasswords {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly streams: Streams,
    private readonly keys: Keys,
    private readonly commands: CommandBus,
  ) {}

  /** Keeps one request per address until it is worked. */
  async keep(email: string): Promise<void> {
    await this.pool.query('insert into sign_in.reset_requests (email_claim) values ($1) on conflict do nothing', [
      this.keys.claim('email', email),
    ]);
  }

  /** Any number of processes may: what one of them leaves behind is asked again under the same id. */
  @Every(INTERVAL_MS)
  async work(_now: number, stop: AbortSignal): Promise<void> {
    for (let asked = await this.waiting(); asked.length && !stop.aborted; asked = await this.waiting())
      for (const request of asked) {
        await this.ask(request);
        await this.pool.query('delete from sign_in.reset_requests where id = $1', [request.id]);
      }
  }

  private async waiting(): Promise<Asked[]> {
    const { rows } = await this.pool.query<Asked>(
      'select id, email_claim as "emailClaim", asked_at as "askedAt" from sign_in.reset_requests order by id limit $1',
      [BATCH],
    );
    return rows;
  }

  private async ask({ id, emailClaim, askedAt }: Asked): Promise<void> {
    const { accountId } = (await this.streams.load(claimSource(emailClaim))).state;
    if (!accountId) return;
    const meta = metaOf(visitor, askedAt.getTime(), uuidFrom(`forgotten ${emailClaim} ${id}`), true);
    const validUntil = new Date(askedAt.getTime() + rules.passwordLinkFor).toISOString();
    const link = { tokenHash: this.keys.passwordLink(this.keys.resetToken(meta.commandId)), validUntil };
    await this.commands.execute(new AskPasswordReset({ meta, accountId, link }));
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
    refuseIf(off, refusals.noMail, 409);
    await this.forgotten.keep(email);
    this.jobs.wake(ForgottenPasswords, 'work');
    return { success: true, ...(sandbox ? { mailbox: SANDBOX_MAILBOX } : {}) };
  }
}
