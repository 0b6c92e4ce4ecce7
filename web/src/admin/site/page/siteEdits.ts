import type { DiscardDraftBody } from '@framelift/contracts';
import { contentProblem, isSameContent } from '@framelift/contracts/site';
import { hasExamples, withoutExample } from '@framelift/contracts/site-examples';
import type { SiteSection } from '@framelift/contracts/site-sections';
import type { DraftOf, SectionView } from '../siteApi.ts';
import { type Content, isSamePlace, type Place, valueAt, withValue } from './contentPlace.ts';

/** How long typing rests before it is saved (ms). */
export const SAVE_AFTER_MS = 800;
/** Typing in one text without a longer pause is one step to undo (ms). */
const ONE_STEP_MS = 1_500;

interface Answer<T> {
  data?: T;
  error?: unknown;
}
/** The calls that keep drafts. `problemOf`: an error in words, and whether somebody else changed the section. */
export interface DraftCalls {
  save: (draft: DraftOf) => Promise<Answer<{ savedAt: string }>>;
  discard: (draft: { section: SiteSection; body: DiscardDraftBody }) => Promise<Answer<unknown>>;
  problemOf: (error: unknown) => { text: string; isConflict: boolean };
}
export type Saving =
  { state: 'saved' | 'waiting' | 'saving' } | { state: 'failed'; text: string; section: SiteSection; isConflict: boolean };

interface Edited {
  /** What it was filled from: with the draft that this editor saved last. */
  view: SectionView;
  /** What is published, as pages show it. */
  published: Content;
  content: Content;
  isDirty: boolean;
}
interface Step {
  place: Place;
  before: unknown;
  after: unknown;
  at: number;
}

/** Names a version of a section. */
export const keyOf = ({ position, draft }: SectionView): string => `${position} ${draft?.savedAt ?? ''}`;

/** What an editor changes in the sections of the site: it saves each change as a draft, and takes it back. */
export class SiteEdits {
  private readonly sections = new Map<SiteSection, Edited>();
  private done: Step[] = [];
  private undone: Step[] = [];
  private calls: DraftCalls | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private underWay: Promise<void> | undefined;
  /** When an answer about drafts last came (ms): earlier questions are answered with what was then. */
  private savedAt = 0;
  saving: Saving = { state: 'saved' };
  /** How often another admin's content came in the place of one that is shown. */
  adopted = 0;

  constructor(private readonly changed: () => void) {}

  connect(calls: DraftCalls): void {
    this.calls = calls;
  }

  get canUndo(): boolean {
    return this.done.length > 0;
  }
  get canRedo(): boolean {
    return this.undone.length > 0;
  }

  /** What the server has. `askedAt`: when it was asked (ms). */
  learn(views: readonly SectionView[], askedAt: number): void {
    if (askedAt < this.savedAt) return;
    const isBranded = views.some(({ section, position, draft }) => section === 'brand' && (position > 0 || draft));
    for (const view of views) {
      const known = this.sections.get(view.section);
      if (known && (known.isDirty || keyOf(known.view) === keyOf(view))) continue;
      const content = shownIn(view, isBranded);
      if (known && !isSameContent(known.content, content)) this.adopted += 1;
      this.sections.set(view.section, { view, published: shownIn({ ...view, draft: null }, isBranded), content, isDirty: false });
    }
    this.changed();
  }

  get contents(): ReadonlyMap<SiteSection, Content> {
    return new Map([...this.sections].map(([section, { content }]) => [section, content]));
  }
  contentOf(section: SiteSection): Content | undefined {
    return this.sections.get(section)?.content;
  }
  valueAt({ section, path }: Place): unknown {
    return valueAt(this.contentOf(section), path);
  }

  /** Of each section, the version that this editor last saw or saved. */
  get versions(): ReadonlyMap<SiteSection, string> {
    return new Map([...this.sections].map(([section, { view }]) => [section, keyOf(view)]));
  }

  /** `isTyping`: the next letters belong to the same step. */
  change(place: Place, after: unknown, isTyping = false): void {
    const before = this.valueAt(place);
    if (isSameContent(before, after)) return;
    const [last, now] = [this.done.at(-1), Date.now()];
    if (isTyping && last && isSamePlace(last.place, place) && now - last.at < ONE_STEP_MS) {
      if (isSameContent(last.before, after)) this.done.pop();
      else Object.assign(last, { after, at: now });
    } else this.done.push({ place, before, after, at: isTyping ? now : 0 });
    this.undone = [];
    this.put(place, after);
  }

  /** Takes the last change back. @returns where it was */
  undo(): Place | undefined {
    const step = this.done.pop();
    if (!step) return undefined;
    this.undone.push(step);
    this.put(step.place, step.before);
    return step.place;
  }

  redo(): Place | undefined {
    const step = this.undone.pop();
    if (!step) return undefined;
    this.done.push({ ...step, at: 0 });
    this.put(step.place, step.after);
    return step.place;
  }

  private put({ section, path }: Place, value: unknown): void {
    const edited = this.sections.get(section);
    if (!edited) return;
    edited.content = withValue(edited.content, path, value);
    edited.isDirty = true;
    if (!this.underWay && !this.isRefused) this.saving = { state: 'waiting' };
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), SAVE_AFTER_MS);
    this.changed();
  }

  /** Somebody else changed what is to be saved: the admin decides. */
  private get isRefused(): boolean {
    return this.saving.state === 'failed' && this.saving.isConflict;
  }

  /** Saves what is not saved yet. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    if (this.isRefused) return;
    this.underWay ??= this.saveAll().finally(() => {
      this.underWay = undefined;
      this.changed();
    });
    await this.underWay;
  }

  private async saveAll(): Promise<void> {
    for (;;) {
      const next = [...this.sections.values()].find(({ isDirty }) => isDirty);
      if (!next) break;
      this.saving = { state: 'saving' };
      next.isDirty = false;
      this.changed();
      const failed = await this.keep(next);
      if (!failed) continue;
      next.isDirty = true;
      this.saving = { state: 'failed', section: next.view.section, ...failed };
      return;
    }
    this.saving = { state: 'saved' };
  }

  /** @returns why a section is not saved */
  private async keep(edited: Edited): Promise<{ text: string; isConflict: boolean } | undefined> {
    const { view, content } = edited;
    const { section, draft, position } = view;
    const draftSavedAt = draft?.savedAt ?? null;
    const problem = contentProblem(section, content as never);
    if (problem) return { text: problem, isConflict: false };
    if (isSameContent(content, edited.published)) {
      const { error } = draft ? await this.calls!.discard({ section, body: { draftSavedAt } }) : {};
      if (error) return this.calls!.problemOf(error);
      edited.view = { ...view, draft: null };
    } else {
      const note = draft?.note ?? null;
      const { data, error } = await this.calls!.save({ section, body: { content, note, draftSavedAt, editBase: position } });
      if (!data) return this.calls!.problemOf(error);
      edited.view = { ...view, draft: { content: { ...content }, note, by: draft?.by ?? '', savedAt: data.savedAt, basedOn: position } };
    }
    this.savedAt = Date.now();
    return undefined;
  }

  /** Gives up what this editor changed of a section, for what the server has now. */
  startOver(section: SiteSection, views: readonly SectionView[]): void {
    const isOther = ({ place }: Step) => place.section !== section;
    [this.done, this.undone] = [this.done.filter(isOther), this.undone.filter(isOther)];
    this.sections.delete(section);
    this.saving = { state: 'saved' };
    this.adopted += 1;
    this.learn(views, Date.now());
  }
}

const withoutMark = ({ example: _example, ...content }: Content): Content => content;

/** A section as its page shows it: with a brand, without the examples of the first one. */
function shownIn({ section, published, draft }: SectionView, isBranded: boolean): Content {
  const content = draft?.content ?? published;
  const isExample = isBranded && content['example'] === true && hasExamples(section);
  return withoutMark(isExample ? { ...content, ...withoutExample[section] } : content);
}
