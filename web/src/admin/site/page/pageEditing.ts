import { named } from '@framelift/contracts/brand';
import type { SiteSection } from '@framelift/contracts/site-sections';
import { type Content, fieldAt, isSamePlace, type Item, type Place } from './contentPlace.ts';
import { PageDocument, type PageHost } from './pageDocument.ts';
import { type Saving, SiteEdits } from './siteEdits.ts';
import { textProblem } from './textProblem.ts';

/** Renders the shown page with the content of a section that may not be saved; undefined: it was refused. */
type Render = (section: SiteSection, content: Content) => Promise<string | undefined>;
const TEXTS = new Set(['line', 'text', 'lines']);

/** Of what is chosen: it is only marked, its text is written in the page, or its fields are open beside it. */
export type Mode = 'marked' | 'writing' | 'fields';

/** What the screen draws of a page that is edited. */
export interface EditingState {
  readonly chosen: Place | undefined;
  /** Where it is in the frame's page, in pixels. */
  readonly rect: DOMRect | undefined;
  readonly mode: Mode;
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
    const { edits, chosen, mode, problem } = this;
    const { contents, versions, saving, canUndo, canRedo, adopted } = edits;
    const rect = chosen && this.page?.rectOf(chosen);
    return { chosen, rect, mode, problem, contents, versions, saving, canUndo, canRedo, adopted };
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
    const { field } = fieldAt(place) ?? {};
    const written = this.edits.valueAt(place);
    if (!field || !TEXTS.has(field.kind) || typeof written !== 'string') return undefined;
    const brand = this.edits.valueAt({ section: 'brand', path: 'name' });
    return { written, shown: named(written, String(brand)), isLine: field.kind !== 'text' };
  }

  onChoose(place: Place | undefined, isWriting: boolean): void {
    [this.chosen, this.mode, this.problem] = [place, isWriting ? 'writing' : 'fields', undefined];
    this.changed();
  }
  onType(place: Place, text: string): void {
    this.problem = textProblem(fieldAt(place)!.field, text);
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
    if (this.chosen) this.changed();
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
  }
  /** A list as it is then. `at`: the item that is chosen from now on; `isNew`: it is written in. */
  putItems(section: SiteSection, { field, list }: Item, items: readonly unknown[], at: number, isNew = false): void {
    this.page?.finish();
    this.edits.change({ section, path: list }, items);
    this.stale = section;
    const path = field.kind === 'lines' ? `${list}.${at}` : `${list}.${at}.${field.titledBy}`;
    [this.chosen, this.mode] = [items.length ? { section, path } : undefined, 'marked'];
    this.writesNext = isNew;
    void this.follow();
  }
  /** Opens the fields of what is chosen beside it. */
  openFields(): void {
    this.page?.finish();
    this.mode = 'fields';
    this.changed();
  }

  /** Renders the page after a change. Other sections are rendered as they are saved. */
  async follow(section = this.stale): Promise<void> {
    if (!section) return;
    this.stale = undefined;
    const turn = (this.rendering += 1);
    await this.edits.flush();
    const content = this.edits.contentOf(section);
    const html = content && (await this.render(section, content));
    if (html === undefined || turn !== this.rendering) return;
    this.page?.show(html);
    if (this.mode !== 'writing') this.page?.choose(this.chosen);
    if (this.writesNext && this.chosen) {
      this.writesNext = false;
      this.mode = this.page?.writeAt(this.chosen) ? 'writing' : 'fields';
    }
    this.changed();
  }
}
