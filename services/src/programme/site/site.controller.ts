import { Controller, Optional, Param } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  contentProblem,
  type DiscardDraftBody,
  fieldsOf,
  firstContent,
  isSameContent,
  isSection,
  pageSectionOf,
  type PublishSiteBody,
  refusals,
  type RestoreSiteBody,
  sectionContent,
  sectionContentSchema,
  sectionSchema,
  type SiteContent,
  type SiteDraftBody,
  type SiteDraftSavedView,
  type SitePreviewBody,
  type SitePreviewedView,
  siteRefusals,
  type SiteSection,
  siteStream,
  skuOfPage,
} from '@framelift/contracts';
import type { CommandMeta } from '../../engine/log/deciding/command.ts';
import { Streams } from '../../engine/log/deciding/streams.ts';
import { Vault } from '../../engine/log/sealing/vault.ts';
import { Answers, Body } from '../../http/answers.ts';
import { checkedPart } from '../../http/body.ts';
import { positionFrom } from '../../http/list-query.ts';
import { Meta } from '../../http/meta.ts';
import { done } from '../../http/reply.ts';
import { Rendering } from '../../http/site/rendering.ts';
import { Refused, refuseIf } from '../../platform/refused.ts';
import { adminSource } from '../sign-in/admin.decider.ts';
import { PublishSite, RestoreSite } from './site.commands.ts';
import { contentOf, siteInForce } from './site.decider.ts';
import { type Draft, SiteDrafts } from './site-drafts.ts';
import { SitePictures } from './site-pictures.ts';

/** What admins decide about the content of the site (docs/rules.md#31-the-sellers-site). */
@Controller()
export class SiteController {
  /** `rendering`: undefined where no pages are served. */
  constructor(
    private readonly commands: CommandBus,
    private readonly streams: Streams,
    private readonly vault: Vault,
    private readonly drafts: SiteDrafts,
    private readonly pictures: SitePictures,
    @Optional() private readonly rendering?: Rendering,
  ) {}

  @Answers('PUT /api/admin/site/:section')
  async save(
    @Param('section') name: string,
    @Body() body: SiteDraftBody,
    @Meta() { occurredAt: savedAt, actor }: CommandMeta,
  ): Promise<SiteDraftSavedView> {
    const section = sectionNamed(name);
    const content = await checkedContent(section, body.content);
    await this.pictures.check(content);
    const { note, draftSavedAt: seen, editBase: basedOn } = body;
    const isSaved = await this.drafts.save({ section, content, note: note || null, authorId: actor.id, savedAt, basedOn, seen });
    if (isSaved) return { success: true, savedAt };
    const [draft] = await this.drafts.read([section]);
    throw await this.changedSince(draft);
  }

  @Answers('DELETE /api/admin/site/:section')
  async discard(@Param('section') name: string, @Body() { draftSavedAt: shown }: DiscardDraftBody) {
    const drafts = await this.drafts.read([sectionNamed(name)]);
    const other = shown && drafts.find(({ savedAt }) => savedAt.toISOString() !== shown);
    if (other) throw await this.changedSince(other);
    await this.drafts.discard(drafts);
    return { success: true as const };
  }

  /** A page as it becomes with what a form has: nothing of it is kept. */
  @Answers('POST /api/admin/site/preview/:page')
  async preview(
    @Param('page') page: string,
    @Body() { section, content: given, theme, marked }: SitePreviewBody,
  ): Promise<SitePreviewedView> {
    const content = await checkedContent(section, given);
    const html = await this.rendering?.preview(page, {
      theme: theme ?? undefined,
      unsaved: { section, content },
      isMarked: marked === true,
    });
    if (!html) throw new Refused(refusals.notFound, 'missing');
    return { html };
  }

  @Answers('POST /api/admin/site/publish')
  async publish(@Body() { sections: given, drafts: shown, editBase }: PublishSiteBody, @Meta() meta: CommandMeta) {
    const names = [...new Set(given.map(sectionNamed))];
    const drafts = await this.drafts.read(names);
    const sections = names.map((section) => {
      const { content = null, note = null } = drafts.find((draft) => draft.section === section) ?? {};
      return { section, content, note };
    });
    const others = drafts.filter((draft) =>
      shown?.some((one) => one.section === draft.section && one.savedAt !== draft.savedAt.toISOString()),
    );
    const publishers = await this.namesOfPublishers();
    const savers = await Promise.all(others.map(({ authorId }) => this.nameOf(authorId)));
    const savedSince = others.map(({ section }, i) => ({ section, by: savers[i] ?? 'another admin' }));
    const published = await this.commands.execute(new PublishSite({ meta, sections, savedSince, editBase, names: publishers }));
    await this.discardPublished(drafts);
    return done(published);
  }

  @Answers('POST /api/admin/site/history/:position/restore')
  async restore(@Param('position') position: string, @Body() { section, editBase }: RestoreSiteBody, @Meta() meta: CommandMeta) {
    const sections = [{ section, content: await this.contentAt(section, positionFrom(position)) }];
    const names = await this.namesOfPublishers();
    return done(await this.commands.execute(new RestoreSite({ meta, sections, editBase, names })));
  }

  /** Discards drafts that are published: a repeated command published earlier ones. A crash before it leaves a draft that changes nothing. */
  private async discardPublished(drafts: readonly Draft[]): Promise<void> {
    const site = (await this.streams.load(siteInForce)).state;
    await this.drafts.discard(drafts.filter(({ section, content }) => isSameContent(content, contentOf(site, section))));
  }

  private async changedSince(draft: Draft | undefined): Promise<Refused> {
    return new Refused(siteRefusals.draftChanged((draft && (await this.nameOf(draft.authorId))) ?? 'unknown'), 'conflict');
  }

  /** The content that the event at a position published; null: it published none of this section. */
  private async contentAt<S extends SiteSection>(section: S, position: number): Promise<SiteContent[S] | null> {
    const site = (await this.streams.load(siteInForce)).state;
    if (position === 0) return contentOf({ sections: { products: site.sections['products'] } }, section);
    const [event] = await this.streams.log.readMany([position]);
    if (event?.streamId !== siteStream || event.type !== 'SiteChanged' || event.data.section !== section) return null;
    return sectionContent(section, event.data.content as object);
  }

  /** Names of those whose content is published, by id. */
  private async namesOfPublishers(): Promise<Record<string, string>> {
    const { sections } = (await this.streams.load(siteInForce)).state;
    const publishers = Object.values(sections).map((section) => section!.by);
    const names = publishers.map(
      async ({ kind, id }) => [id, kind === 'system' ? 'Operator' : ((await this.nameOf(id)) ?? 'another admin')] as const,
    );
    return Object.fromEntries(await Promise.all(names));
  }

  private async nameOf(adminId: string): Promise<string | undefined> {
    const { username } = (await this.streams.load(adminSource(adminId))).state;
    return (username && (await this.vault.openOne<string>(username))) ?? undefined;
  }
}

/** What somebody wrote is no example, also if a program sent the mark of the first content back with it. */
function unlessExample<S extends SiteSection>(section: S, content: SiteContent[S]): SiteContent[S] {
  if (!('example' in content) || isSameContent(content, firstContent(section))) return content;
  const { example: _, ...written } = content;
  return written as SiteContent[S];
}

/** A content whose fields are well formed, and so are those of its page's sections. @throws Refused that names its field */
async function checkedFields(section: SiteSection, given: object): Promise<object> {
  const content = (await checkedPart(sectionSchema(section), given)) as Record<string, unknown>;
  for (const [name, field] of Object.entries(fieldsOf(section) ?? {})) {
    if (field.kind !== 'sections' || !(name in content)) continue;
    for (const [i, one] of (content[name] as { kind: string; content: object }[]).entries())
      one.content = await checkedPart(sectionContentSchema(field.kinds[one.kind]!), one.content, [`${field.label}, ${i + 1}`]);
  }
  return content;
}

/** A content that may be published. @throws Refused that names its field */
export async function checkedContent<S extends SiteSection>(section: S, given: object): Promise<SiteContent[S]> {
  const content = unlessExample(section, sectionContent(section, await checkedFields(section, given)));
  const problem = contentProblem(section, content);
  refuseIf(problem !== undefined, problem!);
  return content;
}

/** @throws Refused if the site has no such section */
function sectionNamed(name: string): SiteSection {
  if (!isSection(name)) throw new Refused(siteRefusals.noSection, 'missing');
  const sku = skuOfPage(name);
  return sku ? pageSectionOf(sku) : name;
}
