import { Controller, Header, Inject, Optional, Param, Res } from '@nestjs/common';
import {
  type PublicProductsView,
  type PublicSiteView,
  refusals,
  type SectionView,
  type SiteHistoryView,
  type SitePreviewView,
  siteRefusals,
  type SiteView,
  type TweakView,
} from '@framelift/contracts';
import type { FastifyReply } from 'fastify';
import { Answers, type QueryOf } from '../../http/answers.ts';
import { listQuery, positionAfter } from '../../http/list-query.ts';
import { Query } from '../../http/query.ts';
import { ReadsFrom } from '../../http/reads-from.ts';
import { EDITED_POLICY, PREVIEW_POLICY } from '../../http/site/content-policy.ts';
import { Rendering } from '../../http/site/rendering.ts';
import { Keys } from '../../platform/keys.ts';
import { linkToken, readLinkToken } from '../../platform/link-tokens.ts';
import { Refused } from '../../platform/refused.ts';
import { CLOCK, type Clock } from '../../platform/tokens.ts';
import { SiteViews } from './site.view.ts';

const CHANGES = 50;
const PREVIEW_MS = 60_000;
/** What the link of a preview is good for: the drafts of the whole site, as any admin sees them. */
const DRAFTS = { accountId: 'admin-any', about: 'site' };

@Controller()
export class SiteScreenController {
  /** `rendering`: undefined where no pages are served. */
  constructor(
    private readonly site: SiteViews,
    private readonly keys: Keys,
    @Inject(CLOCK) private readonly now: Clock,
    @Optional() private readonly rendering?: Rendering,
  ) {}

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

  @Answers('GET /api/public/site/tweaks/:tweak')
  @Header('Cache-Control', 'public, max-age=60')
  async tweak(@Param('tweak') slug: string): Promise<TweakView> {
    const tweak = await this.site.tweak(slug);
    if (!tweak) throw new Refused(siteRefusals.noTweak, 'missing');
    return { tweak };
  }

  @Answers('GET /api/public/site/:section')
  @Header('Cache-Control', 'public, max-age=60')
  async section(@Param('section') name: string): Promise<SectionView> {
    const content = await this.site.shown(name);
    if (!content) throw new Refused(siteRefusals.noSection, 'missing');
    return { content };
  }

  @Answers('GET /api/admin/site')
  @ReadsFrom('accounts')
  sections(): Promise<SiteView> {
    return this.site.sections();
  }

  /** A frame sends no bearer token, so the address of what it shows proves that an admin asked for it. */
  @Answers('GET /api/admin/site/preview/:page')
  previewAt(@Param('page') page: string, @Query() { theme, marked }: QueryOf<'GET /api/admin/site/preview/:page'>): SitePreviewView {
    if (this.rendering?.has(page) === false) throw new Refused(refusals.notFound, 'missing');
    const token = linkToken(this.keys, 'preview', { ...DRAFTS, until: this.now() + PREVIEW_MS });
    const query = new URLSearchParams({ token, ...(theme && { theme }), ...(marked && { marked }) });
    return { url: `/api/site/preview/${encodeURIComponent(page)}?${query.toString()}` };
  }

  @Answers('GET /api/site/preview/:page')
  @Header('X-Robots-Tag', 'noindex')
  async preview(
    @Param('page') page: string,
    @Query() { token = '', theme, marked }: QueryOf<'GET /api/site/preview/:page'>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const link = readLinkToken(this.keys, 'preview', token, this.now());
    const html =
      link?.about === DRAFTS.about && link.until ? await this.rendering?.preview(page, { theme, isMarked: marked === 'yes' }) : undefined;
    if (!html) throw new Refused(refusals.notFound, 'missing');
    void reply
      .type('text/html; charset=utf-8')
      .header('Content-Security-Policy', marked ? EDITED_POLICY : PREVIEW_POLICY)
      .header('X-Frame-Options', 'SAMEORIGIN')
      .header('Cache-Control', 'no-store');
    return html;
  }

  @Answers('GET /api/admin/site/history')
  @ReadsFrom('site', 'accounts')
  history(@Query() query: QueryOf<'GET /api/admin/site/history'>): Promise<SiteHistoryView> {
    const listing = listQuery(query, CHANGES);
    return this.site.history(listing.limit, positionAfter(listing), query.section);
  }
}
