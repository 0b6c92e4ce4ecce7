import { Controller, Inject } from '@nestjs/common';
import { accountStream, noticeTexts, type NoticesView } from '@framelift/contracts';
import { Streams } from '../engine/log/deciding/streams.ts';
import { Vault } from '../engine/log/sealing/vault.ts';
import { type Account, Who } from '../http/allow.ts';
import { Answers } from '../http/answers.ts';
import { ProxyWatch } from '../http/proxy-watch.ts';
import { isReachable } from '../platform/address.ts';
import type { Config } from '../platform/config.ts';
import { CONFIG } from '../platform/tokens.ts';
import { mailsSource } from '../programme/mails/mails.decider.ts';

/** Shows on every screen of admins the wrong settings this process found. */
@Controller()
export class NoticesController {
  constructor(
    private readonly proxies: ProxyWatch,
    private readonly streams: Streams,
    private readonly vault: Vault,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Answers('GET /api/admin/notices')
  async notices(@Who() who: Account | undefined): Promise<NoticesView> {
    return {
      notices: [
        ...(this.proxies.isUntold ? [noticeTexts.proxyUntold] : []),
        ...((await this.isUnreachable(who)) ? [noticeTexts.addressUnreachable] : []),
      ],
    };
  }

  /** Where mails are actually sent. An API key has no address. */
  private async isUnreachable(who: Account | undefined): Promise<boolean> {
    if (!who || !this.config.mail.smtpUrl) return false;
    const { address } = (await this.streams.load(mailsSource(accountStream(who)))).state;
    const email = await this.vault.openOne<string>(address?.email);
    return email !== undefined && email !== null && !isReachable(email);
  }
}
