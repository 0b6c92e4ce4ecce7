import { Controller, Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type ForgotBody, type ForgotView, refusals, rules, SANDBOX_MAILBOX, SECOND_MS } from '@framelift/contracts';
import { metaOf, visitor } from '../../engine/log/deciding/command.ts';
import { Streams } from '../../engine/log/deciding/streams.ts';
import { Answers, Body } from '../../http/answers.ts';
import { Jobs, Every } from '../../platform/jobs.ts';
import type { Config } from '../../platform/config.ts';
import { Keys, uuidFrom } from '../../platform/keys.ts';
import type { Pool } from '../../platform/pg.ts';
import { refuseIf } from '../../platform/refused.ts';
import { CLOCK, type Clock, CONFIG, POOL } from '../../platform/tokens.ts';
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
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Keeps one request per address until it is worked. */
  async keep(email: string): Promise<void> {
    await this.pool.query('insert into sign_in.reset_requests (email_claim, asked_at) values ($1, $2) on conflict do nothing', [
      this.keys.claim('email', email),
      new Date(this.clock()),
    ]);
  }

  /** Any number of processes may: what one of them leaves behind is asked again under the same id. One that fails holds up no other one. */
  @Every(INTERVAL_MS, 'makes the links that were requested for forgotten passwords')
  async work(_start: number, stop: AbortSignal): Promise<void> {
    const faults: unknown[] = [];
    for (let requests = await this.waiting(0); requests.length && !stop.aborted; requests = await this.waiting(requests.at(-1)!.id))
      for (const request of requests) await this.workOne(request).catch((fault: unknown) => faults.push(fault));
    if (faults.length) throw faults[0];
  }

  /** The link of one that waited for too long would be over: its person has asked again, or may. */
  private async workOne(request: Asked): Promise<void> {
    // A moment to come is of a clock that was ahead: it was just now.
    const askedAt = new Date(Math.min(request.askedAt.getTime(), this.clock()));
    if (this.clock() < askedAt.getTime() + rules.passwordLinkFor) await this.ask({ ...request, askedAt });
    await this.pool.query('delete from sign_in.reset_requests where id = $1', [request.id]);
  }

  private async waiting(after: number): Promise<Asked[]> {
    const { rows } = await this.pool.query<Asked>(
      'select id, email_claim as "emailClaim", asked_at as "askedAt" from sign_in.reset_requests where id > $1 order by id limit $2',
      [after, BATCH],
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
