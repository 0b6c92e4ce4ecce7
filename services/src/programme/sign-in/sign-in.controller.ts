import { Controller, Ip, Req } from '@nestjs/common';
import { type CreateAffiliateBody, type LoginBody, type RegisterBody, type SessionView } from '@framelift/contracts';
import type { CommandMeta } from '../../engine/log/deciding/command.ts';
import { bearerOf, type SignedRequest } from '../../http/allow.ts';
import { Answers, Body } from '../../http/answers.ts';
import { Meta } from '../../http/meta.ts';
import { done, type Reply, replyTo } from '../../http/reply.ts';
import { Attempts } from './attempts.ts';
import { Passwords } from './passwords.ts';
import { Registration } from './registration.ts';
import { Sessions } from './sessions.ts';

@Controller()
export class SignInController {
  constructor(
    private readonly attempts: Attempts,
    private readonly passwords: Passwords,
    private readonly sessions: Sessions,
    private readonly registration: Registration,
  ) {}

  @Answers('POST /api/affiliate/login')
  async login(@Body() { username, password, code }: LoginBody, @Ip() address: string, @Req() request: SignedRequest): Promise<SessionView> {
    return this.passwords.withRoom(async () => {
      const { accountId, guessed } = await this.sessions.guessedAt(username);
      request.guessedAt = guessed;
      return this.attempts.run(guessed, address, () => this.sessions.signIn(accountId, password, code));
    });
  }

  @Answers('POST /api/affiliate/register')
  async register(@Body() body: RegisterBody, @Meta() meta: CommandMeta, @Ip() address: string): Promise<Reply<SessionView>> {
    const { accountId, ...registered } = await this.registration.affiliate(meta, body);
    // A repeated registration gets a token only with its password.
    if (registered.repeated) await this.attempts.run(accountId, address, () => this.sessions.checkPassword(accountId, body.password));
    return replyTo(registered, await this.sessions.open(accountId));
  }
}

@Controller()
export class LogoutController {
  constructor(private readonly sessions: Sessions) {}

  @Answers('POST /api/account/logout')
  async logout(@Req() request: SignedRequest): Promise<{ success: true }> {
    await this.sessions.end(bearerOf(request)!);
    return { success: true };
  }
}

@Controller()
export class CreateAffiliateController {
  constructor(private readonly registration: Registration) {}

  @Answers('POST /api/admin/affiliates')
  async create(@Body() body: CreateAffiliateBody, @Meta() meta: CommandMeta) {
    return done(await this.registration.affiliate(meta, body, Math.round(body.commissionRate * 100)));
  }
}
