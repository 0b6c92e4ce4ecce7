import { named } from '@framelift/contracts/brand';
import type { SiteSection } from '@framelift/contracts/site-sections';
import { type Content, fieldAt, isSamePlace, type Item, type Place } from './contentPlace.ts';
import { PageDocument, type PageHost } from './pageDocument.ts';
import { type Saving, SiteEdits } from './siteEdits.ts';
import { textProblem } from './textProblem.ts';

/** Renders the shown page with the content of a section that may not be saved; undefined: it was refused. */
type Render = (section: SiteSection, content: Content) => Promise<string | undefined>;
/** How long typing beside the page rests before the page follows (ms). */
const FOLLOW_MS = 400;
const TEXTS = new Set(['line', 'text', 'lines']);

/** Of what is chosen: it is only marked, its text is written in the page, or its fields are open beside it. */
export type Mode = 'marked' | 'writing' | 'fields';

/** What the screen draws of a page that is edited. */
export interface EditingState {
  readonly chosen: Place | undefined;
  /** Where it is in the frame's page, in pixels. */
  readonly rect: DOMRect | undefined;
  readonly mode: Mode;
  /** The section of the page that has its handle, and where it is. */
  readonly handled: { readonly at: number; readonly rect: DOMRect } | undefined;
  /** Counts what changes fields that may be open: undo, order, and other admins. */
  readonly revision: number;
  /** Why what is typed is not taken. */
  readonly problem: string | undefined;
  readonly contents: ReadonlyMap<SiteSection, Content>;
  readonly versions: ReadonlyMap<SiteSection, string>;
  readonly saving: Saving;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly adopted: number;
}

/** The page that is edited: what is chosen in it, what is typed, and how it follows. The screen draws what this says. */
export class PageEditing implements PageHost {
  readonly edits = new SiteEdits(() => this.changed());
  private chosen: Place | undefined;
  private mode: Mode = 'marked';
  private problem: string | undefined;
  private page: PageDocument | undefined;
  private render: Render = async () => undefined;
  private soon: ReturnType<typeof setTimeout> | undefined;
  private section: number | undefined;
  private revision = 0;
  private rendering = 0;
  /** The new item is written in as soon as the page shows it. */
  private writesNext = false;
  /** The section that changed since the page was rendered. */
  private stale: SiteSection | undefined;
  private state = this.stateNow;
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly snapshot = (): EditingState => this.state;
  private changed(): void {
    this.state = this.stateNow;
    for (const listener of this.listeners) listener();
  }
  private get stateNow(): EditingState {
    const { edits, chosen, mode, problem, section, revision } = this;
    const { contents, versions, saving, canUndo, canRedo, adopted } = edits;
    const rect = chosen && (this.page?.rectOf(chosen) ?? this.rectAround(chosen));
    const around = section === undefined ? undefined : this.page?.rectOfSection(section);
    const handled = around && { at: section!, rect: around };
    return { chosen, rect, handled, revision: revision + adopted, mode, problem, contents, versions, saving, canUndo, canRedo, adopted };
  }

  /** What has nothing on the page yet is edited at its section, or at the top. */
  private rectAround({ path }: Place): DOMRect {
    const [, at] = /^sections\.(\d+)\./.exec(path) ?? [];
    return (at && this.page?.rectOfSection(Number(at))) || new DOMRect(0, 0, 0, 64);
  }

  open(frame: Document): void {
    this.page = new PageDocument(frame, this);
    this.forget();
  }
  renderBy(render: Render): void {
    this.render = render;
  }
  /** Nothing is chosen any more. */
  forget(): void {
    [this.chosen, this.mode, this.problem] = [undefined, 'marked', undefined];
    this.page?.choose(undefined);
    this.changed();
  }

  /** Whether the page shows a field, or anything of it. */
  shows(place: Place): boolean {
    const mark = `${place.section}:${place.path}`;
    return [...(this.page?.marks ?? [])].some((one) => one === mark || one.startsWith(`${mark}.`));
  }

  textAt(place: Place) {
    const { field } = this.fieldAt(place) ?? {};
    const written = this.edits.valueAt(place);
    if (!field || !TEXTS.has(field.kind) || typeof written !== 'string') return undefined;
    const brand = this.edits.valueAt({ section: 'brand', path: 'name' });
    return { written, shown: named(written, String(brand)), isLine: field.kind !== 'text' };
  }

  private fieldAt(place: Place) {
    return fieldAt(place, this.edits.contentOf(place.section));
  }

  onChoose(given: Place | undefined, isWriting: boolean): void {
    const place = given && this.fieldAt(given) && given;
    [this.chosen, this.mode, this.problem] = [place, isWriting ? 'writing' : 'fields', undefined];
    this.changed();
  }
  onType(place: Place, text: string): void {
    this.problem = textProblem(this.fieldAt(place)!.field, text);
    if (!this.problem) {
      this.edits.change(place, text, true);
      this.stale = place.section;
      this.page?.write(place);
    }
    this.changed();
  }
  onWritten(): void {
    [this.mode, this.problem] = ['marked', undefined];
    this.changed();
    void this.follow();
  }
  onMove(): void {
    if (this.chosen || this.section !== undefined) this.changed();
  }
  onSection(at: number | undefined): void {
    if (at === this.section) return;
    this.section = at;
    this.changed();
  }
  /** Keys of the editor. They never reach a text. */
  onKey(event: KeyboardEvent): void {
    const key = event.key.toLowerCase();
    if (event.altKey || !(event.ctrlKey || event.metaKey) || (key !== 'z' && key !== 'y')) return;
    event.preventDefault();
    this.step(key === 'y' || event.shiftKey ? 'redo' : 'undo');
  }

  /** Takes the last change back, or makes it again. */
  step(by: 'undo' | 'redo'): void {
    const place = this.edits[by]();
    if (!place) return;
    this.revision += 1;
    this.problem = undefined;
    this.stale = place.section;
    if (this.mode === 'writing' && isSamePlace(place, this.chosen)) this.page?.write(place);
    else {
      this.page?.write(place);
      this.page?.finish();
      this.mode = 'marked';
      this.chosen = this.textAt(place) && place;
      void this.follow();
    }
  }

  /** Another value, typed beside the page. */
  put(place: Place, value: unknown): void {
    this.edits.change(place, value, typeof value === 'string');
    this.stale = place.section;
    this.page?.write(place);
    clearTimeout(this.soon);
    this.soon = setTimeout(() => void this.follow(), FOLLOW_MS);
  }
  /** A list as it is then. `at`: the item that is chosen from now on; `isNew`: it is written in. */
  putItems(section: SiteSection, { field, list }: Item, items: readonly unknown[], at: number, isNew = false): void {
    this.page?.finish();
    this.put({ section, path: list }, items);
    this.revision += 1;
    const path = field.kind === 'lines' ? `${list}.${at}` : `${list}.${at}.${field.titledBy}`;
    [this.chosen, this.mode] = [items.length ? { section, path } : undefined, 'marked'];
    this.writesNext = isNew;
    void this.follow();
  }
  /** The sections of a page, and its older switches. `open`: the one whose fields are opened. */
  putSections(section: SiteSection, content: Content, open?: number): void {
    this.page?.finish();
    this.put({ section, path: '' }, content);
    this.revision += 1;
    this.section = undefined;
    if (open === undefined) this.chosen = undefined;
    else this.openSection(section, open);
    void this.follow();
  }
  /** Opens the fields of an added section. */
  openSection(section: SiteSection, at: number): void {
    this.page?.finish();
    [this.chosen, this.mode] = [{ section, path: `sections.${at}.content.title` }, 'fields'];
    this.changed();
  }
  /** Opens the fields of what is chosen beside it. */
  openFields(): void {
    this.page?.finish();
    this.mode = 'fields';
    this.changed();
  }

  /** Renders the page after a change. Other sections are rendered as they are saved. */
  async follow(section = this.stale): Promise<void> {
    clearTimeout(this.soon);
    if (!section) return;
    this.stale = undefined;
    const turn = (this.rendering += 1);
    await this.edits.flush();
    const content = this.edits.contentOf(section);
    const html = content && (await this.render(section, content));
    if (html === undefined || turn !== this.rendering) return;
    this.page?.show(html);
    // Room for the fields below it.
    if (this.mode !== 'writing') this.page?.choose(this.chosen, this.mode === 'fields' ? 'start' : 'nearest');
    if (this.writesNext && this.chosen) {
      this.writesNext = false;
      this.mode = this.page?.writeAt(this.chosen) ? 'writing' : 'fields';
    }
    this.changed();
  }
}
