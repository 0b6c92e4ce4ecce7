import { Controller } from '@nestjs/common';
import { noticeTexts, type NoticesView } from '@framelift/contracts';
import { Answers } from '../http/answers.ts';
import { ProxyWatch } from '../http/proxy-watch.ts';

/** Says on every screen of admins what is set up wrong, as this process found. */
@Controller()
export class NoticesController {
  constructor(private readonly proxies: ProxyWatch) {}

  @Answers('GET /api/admin/notices')
  notices(): NoticesView {
    return { notices: this.proxies.isUntold ? [noticeTexts.proxyUntold] : [] };
  }
}
