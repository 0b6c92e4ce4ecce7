import { asText } from '@framelift/contracts/text';
import { markOf, type Place, placeIn } from './contentPlace.ts';
import { morph } from './morph.ts';
import { AT, unmark } from './unmark.ts';

/** What the page of the editor asks of the screen around it. */
export interface PageHost {
  /** `written`: as it is in the content. `shown`: with the name of the brand. `isLine`: Enter ends it. undefined: it is no text. */
  textAt: (place: Place) => { written: string; shown: string; isLine: boolean } | undefined;
  /** A text, or another thing of the page, was chosen. `isWriting`: it is written in the page. */
  onChoose: (place: Place | undefined, isWriting: boolean) => void;
  onType: (place: Place, text: string) => void;
  /** Writing ended: the page may be rendered again. */
  onWritten: () => void;
  onKey: (event: KeyboardEvent) => void;
  onMove: () => void;
  /** The pointer, or a click, is in a section of the page, by its place in the page's list. */
  onSection: (at: number | undefined) => void;
}

const STYLES = `
html { scroll-padding-bottom: 6rem; }
[${AT}] { cursor: text; }
img[${AT}] { cursor: pointer; }
[${AT}]:hover { outline: 2px dashed var(--focus); outline-offset: 4px; border-radius: 4px; }
[${AT}].framelift-chosen { outline: 2px solid var(--focus); outline-offset: 4px; border-radius: 4px; }
[contenteditable] { caret-color: var(--focus); min-width: 1ch; }
a, button, summary { cursor: default; }
`;
const CHOSEN = 'framelift-chosen';
const SECTION = 'data-section';
/** Browsers press these at a space, so their texts are written beside the page. */
const PRESSED = 'button, summary, select, label';

interface Writing {
  element: HTMLElement;
  place: Place;
  before: string;
}

/** The document of a page in its frame: what is chosen and written in it. The frame has no scripts; these listeners are of this window. */
export class PageDocument {
  private writing: Writing | undefined;
  private chosen: Place | undefined;
  /** Where the pointer was last, in pixels of the window. */
  private pointer: [x: number, y: number] = [-1, -1];
  /** A page that came while somebody wrote. */
  private next: string | undefined;

  constructor(
    private readonly page: Document,
    private readonly host: PageHost,
  ) {
    unmark(page);
    this.dress();
    const view = page.defaultView!;
    page.addEventListener('click', this.click, true);
    page.addEventListener('auxclick', (event) => event.preventDefault(), true);
    page.addEventListener('submit', (event) => event.preventDefault(), true);
    page.addEventListener('keydown', this.key, true);
    page.addEventListener('input', this.input, true);
    page.addEventListener('beforeinput', this.beforeInput, true);
    page.addEventListener('focusout', this.leave, true);
    page.addEventListener('pointerover', this.over, true);
    view.addEventListener('scroll', () => this.host.onMove(), { passive: true, capture: true });
  }

  /** Styles of the editor. A row that only scripts move scrolls. */
  private dress(): void {
    const view = this.page.defaultView!;
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(STYLES);
    this.page.adoptedStyleSheets = [sheet];
    this.letScroll();
  }
  private letScroll(): void {
    const view = this.page.defaultView!;
    const rows = new Set([...this.page.querySelectorAll(`li [${AT}]`)].map((one) => one.closest('ul, ol')?.parentElement));
    for (const row of rows)
      if (row && row.scrollWidth > row.clientWidth + 1 && view.getComputedStyle(row).overflowX === 'hidden') row.style.overflowX = 'auto';
  }

  /** The page as it is rendered now. */
  show(html: string): void {
    if (this.writing) {
      this.next = html;
      return;
    }
    this.next = undefined;
    // The parser of the frame: styles follow its policy, not that of this window.
    const rendered = new this.page.defaultView!.DOMParser().parseFromString(html, 'text/html');
    unmark(rendered);
    morph(this.page.documentElement, rendered.documentElement);
    this.letScroll();
    this.mark();
    this.findSection();
    this.host.onMove();
  }

  private elementsAt(place: Place): HTMLElement[] {
    return [...this.page.querySelectorAll<HTMLElement>(`[${AT}~="${markOf(place)}"]`)];
  }

  /** Where a place is shown, in pixels of the frame's page. */
  rectOf(place: Place): DOMRect | undefined {
    const element = this.writing && markOf(this.writing.place) === markOf(place) ? this.writing.element : this.elementsAt(place)[0];
    return element?.getBoundingClientRect();
  }
  rectOfSection(at: number): DOMRect | undefined {
    return this.page.querySelector(`[${SECTION}="${at}"]`)?.getBoundingClientRect();
  }
  /** The places that the page shows. */
  get marks(): Set<string> {
    return new Set([...this.page.querySelectorAll(`[${AT}]`)].flatMap((element) => element.getAttribute(AT)!.split(' ')));
  }

  /** Marks what is chosen, and brings it into sight. */
  choose(place: Place | undefined, block: ScrollLogicalPosition = 'nearest'): void {
    this.chosen = place;
    this.mark();
    const [first] = place ? this.elementsAt(place) : [];
    first?.scrollIntoView({ block, inline: 'nearest' });
  }
  private mark(): void {
    for (const element of this.page.querySelectorAll(`.${CHOSEN}`)) element.classList.remove(CHOSEN);
    if (this.chosen) for (const element of this.elementsAt(this.chosen)) element.classList.add(CHOSEN);
  }

  /** A text that changed elsewhere, such as by an undo. */
  write(place: Place): void {
    const text = this.host.textAt(place);
    if (!text) return;
    for (const element of this.elementsAt(place)) {
      if (element.getAttribute(AT) !== markOf(place) || element.tagName === 'IMG') continue;
      if (element !== this.writing?.element) element.textContent = text.shown;
      else if (asText(element.textContent) !== text.written) {
        element.textContent = text.written;
        this.page.getSelection()?.selectAllChildren(element);
        this.page.getSelection()?.collapseToEnd();
      }
    }
  }

  private readonly over = ({ clientX, clientY }: MouseEvent): void => {
    this.pointer = [clientX, clientY];
    this.findSection();
  };
  private findSection(): void {
    const at = this.page
      .elementFromPoint(...this.pointer)
      ?.closest(`[${SECTION}]`)
      ?.getAttribute(SECTION);
    this.host.onSection(at ? Number(at) : undefined);
  }

  private readonly click = (event: MouseEvent): void => {
    event.preventDefault();
    this.over(event);
    const target = (event.target as Element).closest<HTMLElement>(`[${AT}]`);
    if (target && target === this.writing?.element) return;
    this.finish();
    const place = target
      ?.getAttribute(AT)
      ?.split(' ')
      .flatMap((mark) => placeIn(mark) ?? [])[0];
    const text = target && place && this.writable(target, place);
    this.choose(place);
    this.host.onChoose(place, Boolean(text));
    if (!text) return;
    this.begin(target, place, text);
    const at = this.page.caretPositionFromPoint?.(event.clientX, event.clientY);
    if (at && target.contains(at.offsetNode)) this.page.getSelection()?.collapse(at.offsetNode, at.offset);
    else this.page.getSelection()?.collapseToEnd();
  };

  /** Begins to write over a text. False: it is not written in the page. */
  writeAt(place: Place): boolean {
    const [element] = this.elementsAt(place);
    const text = element && this.writable(element, place);
    if (text) this.begin(element, place, text);
    return Boolean(text);
  }

  /** A text that is shown as it is written, but for the name of the brand, is written in the page. */
  private writable(element: HTMLElement, place: Place) {
    const text = this.host.textAt(place);
    const isWhole = element.getAttribute(AT) === markOf(place) && asText(element.textContent) === text?.shown;
    return isWhole && !element.closest(PRESSED) ? text : undefined;
  }

  /** The whole text is selected. */
  private begin(element: HTMLElement, place: Place, { written, shown }: { written: string; shown: string }): void {
    this.writing = { element, place, before: written };
    element.contentEditable = 'plaintext-only';
    element.style.whiteSpace = 'pre-wrap';
    if (written !== shown) element.textContent = written;
    element.focus({ preventScroll: true });
    this.page.getSelection()?.selectAllChildren(element);
  }

  /** Ends writing. */
  finish(): void {
    const { writing } = this;
    if (!writing) return;
    this.writing = undefined;
    const { element, place } = writing;
    element.removeAttribute('contenteditable');
    element.style.removeProperty('white-space');
    if (!element.getAttribute('style')) element.removeAttribute('style');
    const text = this.host.textAt(place);
    if (text && element.textContent !== text.shown) element.textContent = text.shown;
    this.host.onWritten();
    if (this.next !== undefined) this.show(this.next);
  }

  private readonly leave = (event: FocusEvent): void => {
    if (event.target === this.writing?.element) this.finish();
  };

  private readonly input = (event: Event): void => {
    const { writing } = this;
    if (!writing || event.target !== writing.element) return;
    this.host.onType(writing.place, asText(writing.element.textContent));
  };

  private readonly beforeInput = (event: InputEvent): void => {
    // The editor takes back by itself.
    if (event.inputType === 'historyUndo' || event.inputType === 'historyRedo') event.preventDefault();
  };

  private readonly key = (event: KeyboardEvent): void => {
    const { writing } = this;
    if (event.isComposing) return;
    if (writing && event.key === 'Enter' && this.host.textAt(writing.place)?.isLine) {
      event.preventDefault();
      this.finish();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      if (writing) {
        this.host.onType(writing.place, writing.before);
        this.finish();
      } else {
        this.choose(undefined);
        this.host.onChoose(undefined, false);
      }
    } else this.host.onKey(event);
  };
}
