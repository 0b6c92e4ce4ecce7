import { Controller, Get, Header, Param, StreamableFile } from '@nestjs/common';
import { type PeopleView, refusals, type ReleaseView, type StatisticsView, type TweakDownloadsView } from '@framelift/contracts';
import { Allow } from '../platform/http/allow.ts';
import { Refused } from '../platform/refused.ts';
import { PublicFeeds } from './public-feeds.ts';

/** Numbers of others: a minute old is young enough for a browser. */
const aMinute = 'public, max-age=60';

@Controller('api/public')
@Allow('public')
export class PublicFeedsController {
  constructor(private readonly feeds: PublicFeeds) {}

  @Get('statistics')
  @Header('Cache-Control', aMinute)
  statistics(): Promise<StatisticsView> {
    return this.feeds.statistics();
  }

  @Get('releases/:product')
  @Header('Cache-Control', aMinute)
  async release(@Param('product') product: string): Promise<ReleaseView> {
    if (product !== 'free' && product !== 'fortnite') throw new Refused(refusals.notFound, 404);
    return this.feeds.release(product);
  }

  @Get('tweaks')
  @Header('Cache-Control', aMinute)
  tweaks(): Promise<TweakDownloadsView> {
    return this.feeds.tweaks();
  }

  @Get('people')
  @Header('Cache-Control', aMinute)
  people(): Promise<PeopleView> {
    return this.feeds.people();
  }

  @Get('people/:id/avatar')
  @Header('Cache-Control', 'public, max-age=3600')
  async avatar(@Param('id') id: string): Promise<StreamableFile> {
    const picture = await this.feeds.avatar(id);
    if (!picture) throw new Refused(refusals.notFound, 404);
    return new StreamableFile(picture, { type: 'image/webp' });
  }
}
