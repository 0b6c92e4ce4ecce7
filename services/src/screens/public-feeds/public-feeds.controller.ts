import { Controller, Header, Param, Res, StreamableFile } from '@nestjs/common';
import {
  EXAMPLE_DATA_HEADER,
  type PeopleView,
  refusals,
  type ReleaseView,
  type SocialsView,
  type StatisticsView,
  type TweakDownloadsView,
} from '@framelift/contracts';
import type { FastifyReply } from 'fastify';
import { Answers } from '../../http/answers.ts';
import { Refused } from '../../platform/refused.ts';
import { PublicFeeds } from './public-feeds.ts';

/** A browser may keep public numbers for a minute, unless a source failed. */
const A_MINUTE = 'public, max-age=60';
const AN_HOUR = 'public, max-age=3600';

@Controller()
export class PublicFeedsController {
  constructor(private readonly feeds: PublicFeeds) {}

  @Answers('GET /api/public/statistics')
  statistics(@Res({ passthrough: true }) reply: FastifyReply): Promise<StatisticsView> {
    return this.withRetry(reply, this.feeds.statistics());
  }

  @Answers('GET /api/public/releases/:product')
  async release(@Param('product') product: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<ReleaseView> {
    const release = await this.feeds.release(product);
    if (!release) throw new Refused(refusals.notFound, 'missing');
    return this.withRetry(reply, Promise.resolve(release));
  }

  @Answers('GET /api/public/tweaks')
  tweaks(@Res({ passthrough: true }) reply: FastifyReply): Promise<TweakDownloadsView> {
    return this.withRetry(reply, this.feeds.tweaks());
  }

  @Answers('GET /api/public/socials')
  socials(@Res({ passthrough: true }) reply: FastifyReply): Promise<SocialsView> {
    return this.withRetry(reply, this.feeds.socials());
  }

  @Answers('GET /api/public/people')
  people(@Res({ passthrough: true }) reply: FastifyReply): Promise<PeopleView> {
    return this.withRetry(reply, this.feeds.people());
  }

  @Answers('GET /api/public/people/:id/avatar')
  @Header('Cache-Control', AN_HOUR)
  async avatar(@Param('id') id: string): Promise<StreamableFile> {
    return picture(await this.feeds.avatar(id));
  }

  @Answers('GET /api/public/videos/:id/thumbnail')
  @Header('Cache-Control', AN_HOUR)
  async thumbnail(@Param('id') id: string): Promise<StreamableFile> {
    return picture(await this.feeds.thumbnail(id));
  }

  private async withRetry<T extends object>(reply: FastifyReply, startedAt: Promise<T>): Promise<T> {
    const view = await startedAt;
    void reply.header('Cache-Control', this.feeds.isWhole(view) ? A_MINUTE : 'no-store');
    if (this.feeds.areExamples) void reply.header(EXAMPLE_DATA_HEADER, 'true');
    return view;
  }
}

const picture = (found: Buffer | null): StreamableFile => {
  if (!found) throw new Refused(refusals.notFound, 'missing');
  return new StreamableFile(found, { type: 'image/webp' });
};
