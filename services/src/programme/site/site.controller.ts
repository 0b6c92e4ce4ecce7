import { Controller, Headers, Param } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  type AnnouncementDraftBody,
  announcementOf,
  firstSite,
  type ProductsDraftBody,
  productsOf,
  type PublishSiteBody,
  type RestoreSiteBody,
  sectionContent,
  SITE_SECTIONS,
  type SiteContent,
  type SiteDraftSavedView,
  siteRefusals,
  type SiteSection,
  siteStream,
} from '@framelift/contracts';
import type { CommandMeta } from '../../engine/log/deciding/command.ts';
import { Streams } from '../../engine/log/deciding/streams.ts';
import { Vault } from '../../engine/log/sealing/vault.ts';
import { Answers, Body } from '../../http/answers.ts';
import { requiredBase } from '../../http/filled-from.ts';
import { positionFrom } from '../../http/list-query.ts';
import { Meta } from '../../http/meta.ts';
import { done } from '../../http/reply.ts';
import { Refused, refuseIf } from '../../platform/refused.ts';
import { adminSource } from '../sign-in/admin.decider.ts';
import { PublishSite, RestoreSite } from './site.commands.ts';
import { contentProblem, siteInForce } from './site.decider.ts';
import { SiteDrafts } from './site-drafts.ts';

interface DraftFields {
  note?: string | null;
  draftSavedAt?: string | null;
}

/** What admins decide about the content of the site (docs/rules.md#31-the-sellers-site). */
@Controller()
export class SiteController {
  constructor(
    private readonly commands: CommandBus,
    private readonly streams: Streams,
    private readonly vault: Vault,
    private readonly drafts: SiteDrafts,
  ) {}

  @Answers('PUT /api/admin/site/products')
  products(@Body() body: ProductsDraftBody, @Headers('edit-base') editBase: string | undefined, @Meta() meta: CommandMeta) {
    return this.save('products', productsOf(body), body, requiredBase(editBase), meta);
  }

  @Answers('PUT /api/admin/site/announcement')
  announcement(@Body() body: AnnouncementDraftBody, @Headers('edit-base') editBase: string | undefined, @Meta() meta: CommandMeta) {
    return this.save('announcement', announcementOf(body), body, requiredBase(editBase), meta);
  }

  @Answers('DELETE /api/admin/site/:section')
  async discard(@Param('section') name: string) {
    await this.drafts.discard(await this.drafts.read([sectionNamed(name)]));
    return { success: true as const };
  }

  @Answers('POST /api/admin/site/publish')
  async publish(@Body() body: PublishSiteBody, @Headers('edit-base') editBase: string | undefined, @Meta() meta: CommandMeta) {
    const names = [...new Set(body.sections)];
    const drafts = await this.drafts.read(names);
    const sections = names.map((section) => {
      const { content = null, note = null } = drafts.find((draft) => draft.section === section) ?? {};
      return { section, content, note };
    });
    const published = await this.commands.execute(
      new PublishSite({ meta, sections, editBase: requiredBase(editBase), names: await this.namesOfPublishers() }),
    );
    // A crash before this leaves a draft that equals what is published.
    await this.drafts.discard(drafts);
    return done(published);
  }

  @Answers('POST /api/admin/site/history/:position/restore')
  async restore(
    @Param('position') position: string,
    @Body() { section }: RestoreSiteBody,
    @Headers('edit-base') editBase: string | undefined,
    @Meta() meta: CommandMeta,
  ) {
    const sections = [{ section, content: await this.contentAt(section, positionFrom(position)) }];
    const names = await this.namesOfPublishers();
    return done(await this.commands.execute(new RestoreSite({ meta, sections, editBase: requiredBase(editBase), names })));
  }

  private async save<S extends SiteSection>(
    section: S,
    content: SiteContent[S],
    { note, draftSavedAt: seen }: DraftFields,
    basedOn: number,
    { occurredAt: savedAt, actor }: CommandMeta,
  ): Promise<SiteDraftSavedView> {
    const problem = contentProblem(section, content);
    refuseIf(problem !== undefined, problem!);
    const isSaved = await this.drafts.save({ section, content, note: note || null, authorId: actor.id, savedAt, basedOn, seen });
    if (isSaved) return { success: true, savedAt };
    const [draft] = await this.drafts.read([section]);
    throw new Refused(siteRefusals.draftChanged((draft && (await this.nameOf(draft.authorId))) ?? 'unknown'), 'conflict');
  }

  /** The content that the event at a position published; null: it published none of this section. */
  private async contentAt<S extends SiteSection>(section: S, position: number): Promise<SiteContent[S] | null> {
    if (position === 0) return firstSite[section];
    const [event] = await this.streams.log.readMany([position]);
    if (event?.streamId !== siteStream || event.type !== 'SiteChanged' || event.data.section !== section) return null;
    return sectionContent(section, event.data.content as object);
  }

  /** Names of the admins whose content is published, by id. */
  private async namesOfPublishers(): Promise<Record<string, string>> {
    const { sections } = (await this.streams.load(siteInForce)).state;
    const ids = [...new Set(Object.values(sections).map((section) => section!.by.id))];
    const names = await Promise.all(ids.map(async (id) => [id, (await this.nameOf(id)) ?? 'another admin'] as const));
    return Object.fromEntries(names);
  }

  private async nameOf(adminId: string): Promise<string | undefined> {
    const { username } = (await this.streams.load(adminSource(adminId))).state;
    return (username && (await this.vault.openOne<string>(username))) ?? undefined;
  }
}

/** @throws Refused if the site has no such section */
function sectionNamed(name: string): SiteSection {
  const section = SITE_SECTIONS.find((known) => known === name);
  if (!section) throw new Refused(siteRefusals.noSection, 'missing');
  return section;
}
