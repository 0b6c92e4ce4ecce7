import { Body, Controller, Headers, Ip } from '@nestjs/common';
import type { VisitView } from '@framelift/contracts';
import type { CommandMeta } from '../../engine/log/command.ts';
import { Answers } from '../../http/answers.ts';
import { Meta } from '../../http/meta.ts';
import { Reply } from '../../http/reply.ts';
import { TrackVisitRequest } from './visits.bodies.ts';
import { Visits } from './visits.ts';

@Controller()
export class VisitsController {
  constructor(private readonly visits: Visits) {}

  @Answers('POST /api/track/track-visit')
  async track(
    @Body() { ref, userAgent, referrer, pageUrl }: TrackVisitRequest,
    @Headers('user-agent') ownAgent: string | undefined,
    @Ip() address: string,
    @Meta() meta: CommandMeta,
  ): Promise<Reply<VisitView>> {
    const visit = { ref, address, userAgent: userAgent || ownAgent, referrer: referrer ?? undefined, pageUrl: pageUrl ?? undefined };
    const { visitId, position } = await this.visits.track(visit, meta);
    return new Reply({ visitId }, position);
  }
}
