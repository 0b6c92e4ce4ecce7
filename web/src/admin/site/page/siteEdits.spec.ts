import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { firstSite } from '@framelift/contracts';
import type { SectionView } from '../siteApi.ts';
import type { DraftOf } from '../siteApi.ts';
import { type DraftCalls, SAVE_AFTER_MS, SiteEdits } from './siteEdits.ts';

const view = (section: SectionView['section'], more: Partial<SectionView> = {}): SectionView => ({
  section,
  published: { ...firstSite[section] },
  position: 0,
  publishedAt: null,
  by: null,
  draft: null,
  ...more,
});
const title = { section: 'pages.home', path: 'title' } as const;
const brand = { section: 'brand', path: 'name' } as const;

function open(views = [view('pages.home'), view('brand')], answers: Partial<DraftCalls> = {}) {
  const sent: string[] = [];
  const saved: DraftOf[] = [];
  let clock = 0;
  const edits = new SiteEdits(() => {});
  edits.connect({
    save: async (draft) => {
      sent.push(`save ${draft.section}`);
      saved.push(draft);
      return { data: { savedAt: `2026-04-05T12:00:0${(clock += 1)}.000Z` } };
    },
    discard: async ({ section }) => (sent.push(`discard ${section}`), {}),
    problemOf: (error) => ({ text: String(error), isConflict: error === 409 }),
    ...answers,
  });
  edits.learn(views, 1);
  return { edits, sent, saved };
}

describe('the changes of an editor', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('are saved once typing rests, each section with what is not published of it', async () => {
    const { edits, sent, saved } = open();
    edits.change(title, 'Qui', true);
    edits.change(title, 'Quiet', true);
    expect([edits.saving.state, sent]).toEqual(['waiting', []]);
    await jest.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    expect([edits.saving.state, sent]).toEqual(['saved', ['save pages.home']]);
    expect(saved[0]!.body).toMatchObject({ content: { title: 'Quiet' }, draftSavedAt: null, editBase: 0 });
    expect(saved[0]!.body.content).not.toHaveProperty('example');
    edits.change(title, 'Quieter', true);
    await edits.flush();
    expect(saved[1]!.body.draftSavedAt).toBe('2026-04-05T12:00:01.000Z');
  });

  it('are taken back and made again over all sections, typing in one text as one step', async () => {
    const { edits, sent } = open();
    const was = edits.valueAt(title);
    edits.change(title, 'Q', true);
    edits.change(title, 'Quiet', true);
    edits.change(brand, 'Kelvin', true);
    expect([edits.undo(), edits.valueAt(brand)]).toEqual([brand, firstSite.brand.name]);
    expect([edits.undo(), edits.valueAt(title)]).toEqual([title, was]);
    expect([edits.undo(), edits.canUndo]).toEqual([undefined, false]);
    expect([edits.redo(), edits.valueAt(title)]).toEqual([title, 'Quiet']);
    await edits.flush();
    edits.undo();
    await edits.flush();
    expect(sent).toEqual(['save pages.home', 'discard pages.home']);
    edits.change(title, 'Other');
    expect(edits.canRedo).toBe(false);
  });

  it('are two steps if a pause is between them, and none if they come to nothing', () => {
    const { edits } = open();
    edits.change(title, 'One', true);
    jest.advanceTimersByTime(5_000);
    edits.change(title, 'Two', true);
    edits.undo();
    expect(edits.valueAt(title)).toBe('One');
    edits.change(brand, 'Kelvin', true);
    edits.change(brand, firstSite.brand.name, true);
    edits.undo();
    expect(edits.valueAt(title)).toBe(firstSite['pages.home'].title);
  });

  it('stay after a refusal, until they are sent again or given up for another draft', async () => {
    let error: unknown = 'Title has 1 to 80 characters';
    const { edits } = open(undefined, { save: async () => (error ? { error } : { data: { savedAt: '2026-04-05T12:00:00.000Z' } }) });
    edits.change(title, 'Mine');
    await edits.flush();
    expect(edits.saving).toEqual({ state: 'failed', section: 'pages.home', text: 'Title has 1 to 80 characters', isConflict: false });
    error = 409;
    await edits.flush();
    expect(edits.saving).toMatchObject({ isConflict: true });
    // The admin decides: nothing is sent again by itself.
    error = undefined;
    await edits.flush();
    expect(edits.saving).toMatchObject({ isConflict: true });
    const content = { ...firstSite['pages.home'], title: 'Theirs' };
    const theirs = view('pages.home', { draft: { content, note: null, by: 'bo', savedAt: '2026-04-05T13:00:00.000Z', basedOn: 0 } });
    edits.learn([theirs], Date.now());
    expect(edits.valueAt(title)).toBe('Mine');
    edits.startOver('pages.home', [theirs]);
    expect([edits.valueAt(title), edits.saving.state, edits.canUndo]).toEqual(['Theirs', 'saved', false]);
    edits.change(title, 'Ours');
    await edits.flush();
    expect(edits.saving.state).toBe('saved');
  });

  it('follow another admin where nothing is changed here, and no answer to an earlier question', async () => {
    const { edits } = open();
    const askedAt = Date.now();
    jest.advanceTimersByTime(10);
    edits.change(title, 'Mine');
    await edits.flush();
    edits.learn([view('pages.home')], askedAt);
    expect([edits.valueAt(title), edits.adopted]).toEqual(['Mine', 0]);
    const content = { ...firstSite['pages.home'], title: 'Theirs' };
    jest.advanceTimersByTime(10);
    edits.learn(
      [view('pages.home', { draft: { content, note: null, by: 'bo', savedAt: '2027-01-01T00:00:00.000Z', basedOn: 0 } })],
      Date.now(),
    );
    expect([edits.valueAt(title), edits.adopted]).toEqual(['Theirs', 1]);
  });

  it('begin with a brand where the examples are not shown', () => {
    const branded = [view('brand', { position: 3 }), view('pages.home')];
    expect(open(branded).edits.contentOf('pages.home')).toMatchObject({ news: '', showsApp: false });
    expect(open().edits.contentOf('pages.home')).toMatchObject({ news: firstSite['pages.home'].news, showsApp: true });
  });
});
