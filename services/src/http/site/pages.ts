import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  firstSite,
  leadsTo,
  named,
  paths,
  type PreviewTheme,
  paidOf,
  productAt,
  productPath,
  type PublicSiteView,
  type SectionView,
  errorView,
  refusals,
} from '@framelift/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { policyOf } from './content-policy.ts';
import type { FoundPage, FoundTweak } from './found-files.ts';
import { KeptText } from './kept-text.ts';
import {
  type Known,
  NO_TWEAK,
  previewed,
  PRODUCT_PAGES,
  productAnswer,
  productName,
  PRODUCTS,
  receiptName,
  RECEIPTS,
  type Sold,
  soldIn,
  tweakAnswer,
  tweakName,
  TWEAKS,
} from './own-pages.ts';
import { asPreview } from './preview.ts';
import { DRAWING } from './share-picture.ts';

export type ShareWords = Record<'title' | 'small', string>;
/** Named after its page, as the section with the page's texts is. */
const PICTURE = /^\/social\/(.*)\.jpg$/;

/** The server build of the web (web/src/app/render.ts). */
export interface SiteBuild {
  pages: Record<string, FoundPage & { indexed: boolean; section?: string; shows: readonly string[] }>;
  /** What the page of a tweak shows besides its tweak. */
  tweakShows: readonly string[];
  /** What the page of a product shows besides its texts. */
  productShows: readonly string[];
  /** The same of a receipt. */
  receiptShows: readonly string[];
  /** What the picture of a shared page says, by the picture's path (web/src/app/sharePictures.ts). */
  sharePictures: Record<string, ShareWords>;
  /** What the picture of a shared receipt says. */
  receiptPicture(receipt: object): ShareWords;
  renderPage(page: string, origin: string, answers: Record<string, Known>): Promise<string>;
}

/** An address whose last name has an ending. */
const FILE = /^[^?]*\/[^/?]*\.\w{1,12}(\?|$)/;
/** The page for unknown paths. */
const NOT_FOUND = 'notFound';
interface Rendered {
  shown: string;
  text: KeptText;
  policy: string;
}

/** The pages in memory: rendered once, and again when what they show changes. Processes with the same answers have the same bytes. */
export class Pages {
  private readonly rendered = new Map<string, Rendered>();
  private readonly first = Promise.withResolvers<void>();
  private answers: ReadonlyMap<string, Known> = new Map();
  /** What the page of a receipt shows; undefined: there is none. */
  receiptOf: (id: string) => Promise<Known | undefined> = async () => undefined;

  /** `frames`: sources that pages may show in a frame. */
  constructor(
    private readonly build: SiteBuild,
    private readonly publicUrl: string,
    private readonly frames: readonly string[],
  ) {}

  get all(): [name: string, path: string][] {
    return Object.entries(this.build.pages)
      .filter(([name]) => name !== NOT_FOUND)
      .map(([name, { path }]) => [name, path]);
  }

  /** Pages that search engines and other programs may list, as far as they are shown. */
  get found(): FoundPage[] {
    return Object.values(this.build.pages)
      .filter(({ indexed, path }) => indexed && !leadsTo(this.hidden, path))
      .map(({ path, title, description, section }) => {
        const published = (this.shown(`/api/public/site/${section}`) as SectionView | undefined)?.content;
        const { headTitle = title, headDescription = description } = (published ?? {}) as Partial<Record<string, string>>;
        return { path, title: headTitle, description: headDescription };
      });
  }

  /** What is sold, and what links to it meant. */
  get sold(): Sold {
    return soldIn(this.answers.get(PRODUCTS), this.brand.name);
  }

  /** The pages of the products beside the main one's, as other programs may list them. */
  get productPages(): FoundPage[] {
    const texts = (this.shown(PRODUCT_PAGES) ?? {}) as Record<string, Record<string, string> | undefined>;
    return paidOf(this.sold.products)
      .filter(({ isMain }) => !isMain)
      .map((product) => {
        const { headTitle = product.title, headDescription = product.title } = texts[product.sku] ?? {};
        return { path: productPath(product), title: headTitle, description: headDescription };
      });
  }

  /** The tweaks that have a page; none while their list is switched off. */
  get tweaks(): readonly FoundTweak[] {
    if (leadsTo(this.hidden, paths.tweaks)) return [];
    const published = this.shown(TWEAKS) as SectionView | undefined;
    return (published?.content['tweaks'] as readonly FoundTweak[] | undefined) ?? named(firstSite.tweaks.tweaks, this.brand.name);
  }

  /** What pages show of a call; undefined: the first content, or not known. */
  shown(path: string): unknown {
    return this.answers.get(path)?.data;
  }

  /** What the picture of a shared page says: title and lead of the page, if the seller wrote others. `isBuilt`: the build has it. */
  sharedAt(path: string): (ShareWords & { isBuilt: boolean }) | undefined {
    const built = Object.hasOwn(this.build.sharePictures, path) ? this.build.sharePictures[path] : undefined;
    if (!built) return undefined;
    const { name, accent, logo } = this.brand;
    const written = this.writtenOn(path.replace(PICTURE, 'pages.$1'));
    const isFirstBrand = name === firstSite.brand.name && accent === firstSite.brand.accent && !logo;
    return { ...named(written ?? built, name), isBuilt: isFirstBrand && !written };
  }

  /** Changes with the words, the brand and the drawing of a drawn picture. undefined: the build has the picture, or there is none. */
  pictureVersion(path: string): string | undefined {
    const shared = this.sharedAt(path);
    if (!shared || shared.isBuilt) return undefined;
    const { name, accent, logo } = this.brand;
    const shown = JSON.stringify([DRAWING, shared.title, shared.small, name, accent, logo]);
    return createHash('sha256').update(shown).digest('base64url').slice(0, 12);
  }

  /** A drawn picture has its version in its address: who kept the one before asks for the new one. */
  private withVersions(html: string): string {
    return html.replaceAll(/(?<=["])https?:\/\/[^"]*?(\/social\/[\w-]+\.jpg)(?=")/g, (address, path: string) => {
      const version = this.pictureVersion(path);
      return version ? `${address}?v=${version}` : address;
    });
  }

  /** What the picture of a receipt says; undefined: it is another picture's path, or there is no such receipt. */
  async receiptPicture(path: string): Promise<ShareWords | undefined> {
    const [, id] = /^\/social\/receipt-(.*)\.jpg$/.exec(path) ?? [];
    const receipt = id && (await this.receiptOf(id));
    return receipt ? this.build.receiptPicture(receipt.data!) : undefined;
  }

  private writtenOn(section: string): ShareWords | undefined {
    const { title, lead } = (this.shown(`/api/public/site/${section}`) as SectionView | undefined)?.content ?? {};
    const first = named((firstSite as Record<string, object>)[section] as { title?: string; lead?: string } | undefined, this.brand.name);
    if (typeof title !== 'string' || typeof lead !== 'string' || (title === first?.title && lead === first.lead)) return undefined;
    return { title, small: lead.split(/[.:。]/)[0]! };
  }

  /** Paths of the pages that the seller switched off. */
  get hidden(): readonly string[] {
    return this.site?.hidden ?? [];
  }

  get brand(): NonNullable<PublicSiteView['brand']> {
    return this.site?.brand ?? firstSite.brand;
  }

  private get site(): PublicSiteView | undefined {
    return this.shown('/api/public/site') as PublicSiteView | undefined;
  }

  /** Calls whose answers pages show. */
  get shows(): readonly string[] {
    return [...new Set([...Object.values(this.build.pages).flatMap(({ shows }) => shows), ...this.build.tweakShows, PRODUCT_PAGES])];
  }

  /**
   * Renders every page that shows something else than before. `answers`: by the path of their call; what is not known is left to the browser.
   * A page that cannot be rendered keeps its last text and holds up no other; all of them are in the error.
   */
  async show(answers: ReadonlyMap<string, Known>): Promise<void> {
    this.answers = new Map(answers);
    const failures: unknown[] = [];
    for (const [name, { shows }] of Object.entries(this.build.pages))
      await this.render(name, this.knownOf(shows)).catch((error: unknown) => failures.push(error));
    this.forgetOwn();
    this.first.resolve();
    if (failures.length > 0) throw new AggregateError(failures, failures.join('; '));
  }

  private knownOf(shows: readonly string[]): Record<string, Known> {
    return Object.fromEntries(shows.flatMap((path) => (this.answers.has(path) ? [[path, this.answers.get(path)!]] : [])));
  }

  /** Pages of tweaks and products that are no longer published. */
  private forgetOwn(): void {
    const { products, former } = this.sold;
    const names = new Set([...[NO_TWEAK, ...this.tweaks].map(tweakName), ...[...products, ...former].map(({ slug }) => productName(slug))]);
    for (const name of this.rendered.keys()) if (!Object.hasOwn(this.build.pages, name) && !names.has(name)) this.rendered.delete(name);
  }

  private async render(name: string, known: Record<string, Known>): Promise<void> {
    const versions = Object.keys(this.build.sharePictures).map((path) => this.pictureVersion(path));
    const shown = JSON.stringify([known, versions]);
    const before = this.rendered.get(name);
    if (before?.shown === shown) return;
    const html = this.withVersions(await this.build.renderPage(name, this.publicUrl, known));
    const text = new KeptText(html, 'html');
    this.rendered.set(name, { shown, text: before ? await text.follow(before.text) : text, policy: policyOf(html, this.frames) });
    // A page is some milliseconds of work: requests come between two.
    await nextTurn();
  }

  /** Waits for the first rendering after a start. A page that is switched off is the one for unknown paths. */
  async answer(name: string, request: FastifyRequest, reply: FastifyReply): Promise<Buffer | undefined> {
    await this.first.promise;
    const isHidden = leadsTo(this.hidden, this.build.pages[name]!.path);
    if (isHidden) void reply.status(404);
    return this.send(isHidden ? NOT_FOUND : name, request, reply);
  }

  /** The page of a tweak. There may be hundreds, so each is rendered when someone asks for it, and kept until it shows something else. */
  async answerTweak(slug: string, request: FastifyRequest, reply: FastifyReply): Promise<Buffer | undefined> {
    await this.first.promise;
    const { tweaks } = this;
    if (!tweaks.length) return this.answer(NOT_FOUND, request, reply.status(404));
    const tweak = tweaks.find((one) => one.slug === slug);
    if (!tweak) void reply.status(404);
    const page = tweak ?? NO_TWEAK;
    const published = tweakAnswer(this.answers.get(TWEAKS), page.slug);
    return this.sendOwn(tweakName(page), { ...this.knownOf(this.build.tweakShows), ...published }, request, reply);
  }

  /** The page of a product at its address. An address that it had leads there; one of a product that is gone offers the others. */
  async answerProduct(slug: string, request: FastifyRequest, reply: FastifyReply): Promise<Buffer | undefined> {
    await this.first.promise;
    const { product, was } = productAt(this.sold, slug);
    if (product && was) {
      const [, query] = request.url.split('?', 2);
      return void (await reply.redirect(`${productPath(product)}/${query ? `?${query}` : ''}`, 308));
    }
    if (!product && !was) return this.answer(NOT_FOUND, request, reply.status(404));
    if (!product) void reply.status(410);
    const published = productAnswer(this.answers.get(PRODUCT_PAGES), product?.sku);
    return this.sendOwn(productName(slug), { ...this.knownOf(this.build.productShows), ...published }, request, reply);
  }

  /** The page of a receipt, which may be withdrawn at any moment: it is asked for at each request. */
  async answerReceipt(id: string, request: FastifyRequest, reply: FastifyReply): Promise<Buffer | undefined> {
    await this.first.promise;
    const receipt = await this.receiptOf(id);
    if (!receipt) return this.answer(NOT_FOUND, request, reply.status(404));
    return this.sendOwn(receiptName(id), { ...this.knownOf(this.build.receiptShows), [`${RECEIPTS}/${id}`]: receipt }, request, reply);
  }

  private async sendOwn(name: string, known: Record<string, Known>, request: FastifyRequest, reply: FastifyReply) {
    await this.render(name, known).catch((error: unknown) => {
      if (!this.rendered.has(name)) throw error;
    });
    return this.send(name, request, reply);
  }

  private async send(name: string, request: FastifyRequest, reply: FastifyReply): Promise<Buffer | undefined> {
    const page = this.rendered.get(name);
    if (!page) throw new Error(`The page ${name} could not be rendered`);
    const { text, policy } = page;
    return text.answer(request, reply.header('Content-Security-Policy', policy));
  }

  /** What a page shows by itself; undefined: there is no page of this name. */
  showsOf(name: string): readonly string[] | undefined {
    const own = previewed(name);
    if (own) return { tweaks: this.build.tweakShows, products: this.build.productShows }[own.of];
    return Object.hasOwn(this.build.pages, name) ? this.build.pages[name]!.shows : undefined;
  }

  /** A page with other answers, which is not kept. It has no scripts, and its links lead nowhere. */
  async preview(name: string, answers: Record<string, Known>, theme?: PreviewTheme): Promise<string> {
    return asPreview(await this.build.renderPage(name, this.publicUrl, answers), theme);
  }

  async sendNotFound(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    // Programs ask for files by name and cannot use a page.
    if (FILE.test(request.url))
      return void (await reply.status(404).header('Cache-Control', 'no-store').send(errorView(refusals.notFound)));
    await reply.send(await this.answer(NOT_FOUND, request, reply.status(404)));
  }
}
