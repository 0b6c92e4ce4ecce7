import { Controller, Headers, Ip } from '@nestjs/common';
import type { TrackVisitBody, VisitView } from '@framelift/contracts';
import type { CommandMeta } from '../../engine/log/deciding/command.ts';
import { Answers, Body } from '../../http/answers.ts';
import { Meta } from '../../http/meta.ts';
import { Reply } from '../../http/reply.ts';
import { Visits } from './visits.ts';

@Controller()
export class VisitsController {
  constructor(private readonly visits: Visits) {}

  @Answers('POST /api/track/track-visit')
  async track(
    @Body() { ref, userAgent, referrer, pageUrl }: TrackVisitBody,
    @Headers('user-agent') ownAgent: string | undefined,
    @Ip() address: string,
    @Meta() meta: CommandMeta,
  ): Promise<Reply<VisitView>> {
    const visit = { ref, address, userAgent: userAgent || ownAgent, referrer: referrer ?? undefined, pageUrl: pageUrl ?? undefined };
    const { visitId, position } = await this.visits.track(visit, meta);
    return new Reply({ visitId }, position);
  }
}
