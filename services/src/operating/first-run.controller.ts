import { Controller, Inject } from '@nestjs/common';
import { ThrottlerStorage } from '@nestjs/throttler';
import {
  accountStream,
  firstRunRefusals,
  type FirstRunView,
  HOUR_MS,
  refusals,
  type SkipStepBody,
  TEST_MAILS_AN_HOUR,
  type TestMailBody,
} from '@framelift/contracts';
import { type Account, Who } from '../http/allow.ts';
import { Answers, Body } from '../http/answers.ts';
import { isReachable } from '../platform/address.ts';
import type { Config } from '../platform/config.ts';
import { Refused, refuseIf } from '../platform/refused.ts';
import { CONFIG } from '../platform/tokens.ts';
import { MailSender } from '../reactors/mail/mail.sender.ts';
import { FirstRun } from './first-run.ts';

@Controller()
export class FirstRunController {
  constructor(
    private readonly firstRun: FirstRun,
    private readonly sender: MailSender,
    @Inject(ThrottlerStorage) private readonly hits: ThrottlerStorage,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Answers('GET /api/admin/first-run')
  find(): Promise<FirstRunView> {
    return this.firstRun.find();
  }

  @Answers('POST /api/admin/first-run/skip')
  async skip(@Body() { step }: SkipStepBody) {
    await this.firstRun.mark(step, 'skipped');
    return { success: true as const };
  }

  /** Sent at once, without the outbox: the admin reads the server's answer. */
  @Answers('POST /api/admin/first-run/test-mail')
  async testMail(@Who() who: Account, @Body() { email }: TestMailBody) {
    const { smtpUrl, sandbox } = this.config.mail;
    refuseIf(!smtpUrl && !sandbox, firstRunRefusals.noMailServer, 'conflict');
    const to = email.trim();
    refuseIf(!sandbox && !isReachable(to), firstRunRefusals.addressUnreachable);
    const { isBlocked, timeToBlockExpire } = await this.hits.increment('test mail', HOUR_MS, TEST_MAILS_AN_HOUR, 0, 'test mails');
    if (isBlocked) throw new Refused(refusals.tooManyRequests, 'tooMany', Math.max(1, timeToBlockExpire));
    await this.sender.test(accountStream(who), to).catch((error: Error) => {
      throw new Refused(firstRunRefusals.mailFailed(error.message), 'conflict');
    });
    await this.firstRun.mark('mail', 'done');
    return { success: true as const };
  }
}
