import { Inject, Injectable } from '@nestjs/common';
import type { PeopleView, PersonView, ReleaseView, StatisticsView, TweakDownloadsView } from '@framelift/contracts';
import sharp from 'sharp';
import type { Config, FeedSources } from '../platform/config.ts';
import type { Logger } from '../platform/logging.ts';
import { CLOCK, type Clock, CONFIG, LOGGER } from '../platform/tokens.ts';
import { KeptAnswers } from './kept-answers.ts';
import { type Looked, type Release, Sources } from './sources.ts';
import { FeedFailed } from './upstream.ts';

/** Twice the size pictures are shown in, CSS pixels. */
const PICTURE = 192;

/** What the site shows of other people's servers (SPEC §7). A source that is not set, or never answered, is null. */
@Injectable()
export class PublicFeeds {
  private readonly settings: FeedSources;
  private readonly sources: Sources;
  private readonly kept: KeptAnswers;

  constructor(@Inject(CONFIG) config: Config, @Inject(CLOCK) now: Clock, @Inject(LOGGER) logger: Logger) {
    this.settings = config.feeds;
    this.sources = new Sources(this.settings);
    this.kept = new KeptAnswers(this.settings.ttlSeconds * 1000, now, (what, { message }) =>
      logger.warn({ what, why: message }, 'a public feed did not answer'),
    );
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

  async release(product: 'free' | 'fortnite'): Promise<ReleaseView> {
    const { freeRepo, fortniteRepo } = this.settings.code;
    const found = await this.releaseOf({ free: freeRepo, fortnite: fortniteRepo }[product]);
    return { version: found?.version ?? null, downloadUrl: found?.downloadUrl ?? null, downloads: found?.downloads ?? null };
  }

  async tweaks(): Promise<TweakDownloadsView> {
    const repos = this.settings.code.tweakRepos;
    const found = await Promise.all(repos.map((repo) => this.releaseOf(repo)));
    return { tweaks: repos.map((repo, i) => ({ repo, downloads: found[i]?.downloads ?? null })) };
  }

  async people(): Promise<PeopleView> {
    return { people: await Promise.all(this.settings.people.ids.map((id) => this.person(id))) };
  }

  /** The picture of one of the people of the settings, small and re-encoded; null when there is none. */
  async avatar(id: string): Promise<Buffer | null> {
    const picture = (await this.look(id))?.avatar;
    if (!picture) return null;
    return this.kept.get(`avatar ${id} ${picture}`, async () => {
      const original = await this.sources.avatar(id, picture);
      const small = sharp(original).resize(PICTURE, PICTURE, { fit: 'cover' }).webp().toBuffer();
      return small.catch(() => Promise.reject(new FeedFailed('answered no picture')));
    });
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
    return this.ask('person', this.settings.people.ids.includes(id) ? id : undefined, (known) => this.sources.person(known));
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
