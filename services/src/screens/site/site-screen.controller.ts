import { Controller, Header, Param } from '@nestjs/common';
import {
  type PublicProductsView,
  type PublicSiteView,
  type SectionView,
  type SiteHistoryView,
  siteRefusals,
  type SiteView,
} from '@framelift/contracts';
import { Answers, type QueryOf } from '../../http/answers.ts';
import { listQuery, positionAfter } from '../../http/list-query.ts';
import { Query } from '../../http/query.ts';
import { ReadsFrom } from '../../http/reads-from.ts';
import { Refused } from '../../platform/refused.ts';
import { SiteViews } from './site.view.ts';

const CHANGES = 50;

@Controller()
export class SiteScreenController {
  constructor(private readonly site: SiteViews) {}

  @Answers('GET /api/public/site')
  @Header('Cache-Control', 'public, max-age=60')
  everyPage(): Promise<PublicSiteView> {
    return this.site.everyPage();
  }

  @Answers('GET /api/public/site/products')
  @Header('Cache-Control', 'public, max-age=60')
  products(): Promise<PublicProductsView> {
    return this.site.products();
  }

  @Answers('GET /api/public/site/:section')
  @Header('Cache-Control', 'public, max-age=60')
  async section(@Param('section') name: string): Promise<SectionView> {
    const content = await this.site.shown(name);
    if (!content) throw new Refused(siteRefusals.noSection, 'missing');
    return { content };
  }

  @Answers('GET /api/admin/site')
  @ReadsFrom('site', 'accounts')
  sections(): Promise<SiteView> {
    return this.site.sections();
  }

  @Answers('GET /api/admin/site/history')
  @ReadsFrom('site', 'accounts')
  history(@Query() query: QueryOf<'GET /api/admin/site/history'>): Promise<SiteHistoryView> {
    const listing = listQuery(query, CHANGES);
    return this.site.history(listing.limit, positionAfter(listing), query.section);
  }
}
