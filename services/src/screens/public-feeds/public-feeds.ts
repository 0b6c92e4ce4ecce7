import { Inject, Injectable, Optional } from '@nestjs/common';
import type { PeopleView, PersonView, ReleaseView, SocialsView, StatisticsView, TweakDownloadsView } from '@framelift/contracts';
import sharp from 'sharp';
import { PublishedSite } from '../../published/published-site.ts';
import { OnPages, type OnPagesAnswers } from '../../http/site/rendering.ts';
import type { FeedSources } from '../../platform/config.ts';
import type { Logger } from '../../platform/logging.ts';
import { firstContent, peopleIn, type ReadContent, tweakReposIn, videosIn } from '../../platform/site-subjects.ts';
import { CLOCK, type Clock, FEEDS, LOGGER } from '../../platform/tokens.ts';
import { KeptAnswers } from './kept-answers.ts';
import { type Looked, type Release, Sources } from './sources.ts';
import { FeedFailed } from './upstream.ts';

/** Twice the size pictures of people are shown in, and the size of a video's picture. */
const PICTURE = { width: 192, height: 192 };
const THUMBNAIL = { width: 960, height: 540 };

const lacks = (value: unknown): boolean => value === null || (typeof value === 'object' && Object.values(value).some(lacks));

const resized = (original: Buffer, size: { width: number; height: number }): Promise<Buffer> =>
  sharp(original)
    .resize({ ...size, fit: 'cover' })
    .webp()
    .toBuffer()
    .catch(() => Promise.reject(new FeedFailed('answered no picture')));

/** What public sources answer (docs/product.md#public-sources). One that is not set, or never answered, is null. */
@Injectable()
export class PublicFeeds {
  private readonly sources: Sources;
  private readonly kept: KeptAnswers;

  constructor(
    @Inject(FEEDS) private readonly settings: FeedSources,
    @Inject(CLOCK) now: Clock,
    @Inject(LOGGER) logger: Logger,
    @Optional() private readonly site?: PublishedSite,
  ) {
    this.sources = new Sources(settings);
    this.kept = new KeptAnswers(settings.ttlSeconds * 1000, now, (what, { message }) =>
      logger.warn({ what, why: message }, 'a public feed did not answer'),
    );
  }

  /** Whether an answer may be kept: whatever is missing in it, no source failed to say. */
  isWhole(view: object): boolean {
    return !this.kept.failing || !lacks(view);
  }

  /** Some numbers, names or pictures are made up by the sandbox. */
  get areExamples(): boolean {
    return this.settings.sandboxed.length > 0;
  }

  @OnPages()
  onPages(): OnPagesAnswers {
    // What a source failed to say the browser asks for, and shows its fallback.
    const known = (answer: () => Promise<object>) => ({
      ask: async () => {
        const data = await answer();
        return this.isWhole(data) ? { data, example: this.areExamples } : undefined;
      },
    });
    return {
      '/api/public/statistics': known(() => this.statistics()),
      '/api/public/releases/free': known(async () => (await this.release('free'))!),
      '/api/public/releases/fortnite': known(async () => (await this.release('fortnite'))!),
      '/api/public/people': known(() => this.people()),
      '/api/public/tweaks': known(() => this.tweaks()),
    };
  }

  async statistics(): Promise<StatisticsView> {
    const { code, texts, chat, video } = this.settings;
    const [free, tweaks, premiumVersion, premiumTotalTweaksRaw, customersTotalRaw, discordMembers, videoSubscribers, codeStars] =
      await Promise.all([
        this.releaseOf(code.freeRepo),
        this.tweaks(),
        this.ask('text', texts.premiumVersion, (url) => this.sources.text(url)),
        this.ask('text', texts.premiumTweaks, (url) => this.sources.text(url)),
        this.ask('text', texts.customers, (url) => this.sources.text(url)),
        this.ask('members', chat.invite, (invite) => this.sources.members(invite)),
        this.ask('subscribers', video.channel, (channel) => this.sources.subscribers(channel)),
        this.ask('stars', code.starsRepo, (repo) => this.sources.stars(repo)),
      ]);
    const counted = tweaks.tweaks.flatMap(({ downloads }) => downloads ?? []);
    return {
      freeUtilityVersion: free?.version ?? null,
      freeUtilityDownloads: free?.downloads ?? null,
      recentDownloads: free?.recentDownloads ?? null,
      freeTweaksDownloads: counted.length ? counted.reduce((sum, n) => sum + n, 0) : null,
      premiumVersion,
      premiumTotalTweaksRaw,
      customersTotalRaw,
      discordMembers,
      videoSubscribers,
      codeStars,
    };
  }

  /** The release of a free product, or of one that has a setting; undefined: there is none. The product's source precedes the setting's. */
  async release(sku: string): Promise<ReleaseView | undefined> {
    const { freeRepo, fortniteRepo } = this.settings.code;
    const set = new Map([
      ['free', freeRepo],
      ['fortnite', fortniteRepo],
    ]);
    const product = this.read('products').products.find((one) => one.sku === sku && one.kind === 'free');
    if (!product && !set.has(sku)) return undefined;
    const found = await this.releaseOf(product?.release ?? set.get(sku));
    return { version: found?.version ?? null, downloadUrl: found?.downloadUrl ?? null, downloads: found?.downloads ?? null };
  }

  async tweaks(): Promise<TweakDownloadsView> {
    const repos = this.settings.code.tweakRepos ?? tweakReposIn(this.read);
    const found = await Promise.all(repos.map((repo) => this.releaseOf(repo)));
    const tweaks = repos.map((repo, i) => ({ repo, downloads: found[i]?.downloads ?? null, downloadUrl: found[i]?.downloadUrl ?? null }));
    return { tweaks };
  }

  async socials(): Promise<SocialsView> {
    const { url, sandboxUrl } = this.settings.socials;
    const page = url && this.site ? (this.read('brand').socials ?? undefined) : url;
    const framed = await this.ask('socials', page, (page) => this.sources.framed(page));
    return { frameUrl: framed?.url ?? sandboxUrl };
  }

  async people(): Promise<PeopleView> {
    return { people: await Promise.all(this.peopleIds.map((id) => this.person(id))) };
  }

  /** The picture of one of the people, small and re-encoded; null when there is none. */
  async avatar(id: string): Promise<Buffer | null> {
    const picture = (await this.look(id))?.avatar;
    if (!picture) return null;
    return this.kept.get(`avatar ${id} ${picture}`, async () => resized(await this.sources.avatar(id, picture), PICTURE));
  }

  /** The picture of one of the site's videos, re-encoded; null when there is none. */
  thumbnail(id: string): Promise<Buffer | null> {
    const known = this.settings.video.thumbnailsUrl && videosIn(this.read).includes(id) ? id : undefined;
    return this.ask('thumbnail', known, async (video) => resized(await this.sources.thumbnail(video), THUMBNAIL));
  }

  /** The content as it is published; the first one where nothing is known of that. */
  private get read(): ReadContent {
    return this.site ? (section) => this.site!.content(section) : firstContent;
  }

  private get peopleIds(): readonly string[] {
    return this.settings.people.ids ?? [...peopleIn(this.read).keys()];
  }

  private async person(id: string): Promise<PersonView> {
    const found = await this.look(id);
    return {
      discordId: id,
      name: found?.name ?? null,
      username: found?.username ?? null,
      avatarUrl: found?.avatar ? `/api/public/people/${id}/avatar` : null,
    };
  }

  private look(id: string): Promise<Looked | null> {
    return this.ask('person', this.peopleIds.includes(id) ? id : undefined, (known) => this.sources.person(known));
  }

  private releaseOf(repo: string | undefined): Promise<Release | null> {
    return this.ask('release', repo, (name) => this.sources.release(name));
  }

  private async ask<T extends string | number | object>(
    kind: string,
    subject: string | undefined,
    question: (subject: string) => Promise<T>,
  ): Promise<T | null> {
    return subject ? this.kept.get(`${kind} ${subject}`, () => question(subject)) : null;
  }
}
