import { describe, expect, it } from '@jest/globals';
import { firstSite } from '@framelift/contracts';
import { type Content, fieldAt, placeIn, valueAt, withValue } from './contentPlace.ts';
import { movedItem, withNewItem, withoutItem } from './items.ts';
import { textProblem } from './textProblem.ts';

const home: Content = {
  ...firstSite['pages.home'],
  sections: [
    { kind: 'benefits', on: true, content: {} },
    { kind: 'steps', on: true, content: { title: 'How', steps: [{ title: 'One', text: '' }] } },
  ],
};
const found = (path: string) => fieldAt({ section: 'pages.home', path }, home);

describe('a place in a content', () => {
  it('is read from its mark, and has its field, its list and its record', () => {
    expect(placeIn('pages.home:benefits.2.title')).toEqual({ section: 'pages.home', path: 'benefits.2.title' });
    expect([placeIn('nothing:title'), placeIn('pages.home:')]).toEqual([undefined, undefined]);
    expect(found('benefits.2.title')).toMatchObject({
      field: { label: 'Title', max: 80 },
      item: { field: { label: 'Benefits' }, list: 'benefits', at: 2 },
      record: { path: 'benefits.2' },
    });
    expect(found('features.1')).toMatchObject({ field: { kind: 'lines' }, item: { list: 'features', at: 1 } });
    expect(found('title')).toMatchObject({ field: { label: 'Title' }, item: undefined, record: undefined });
  });

  it('is in an added section by the fields of its kind', () => {
    expect(found('sections.1.content.steps.0.title')).toMatchObject({
      field: { label: 'Title' },
      item: { list: 'sections.1.content.steps', at: 0 },
      record: { path: 'sections.1.content.steps.0' },
    });
    expect(found('sections.1.content.title')).toMatchObject({ record: { path: 'sections.1.content', label: 'Steps' }, item: undefined });
    for (const path of ['sections.0.content.title', 'sections.9.content.title', 'nothing', 'title.0.x', 'constructor'])
      expect([path, found(path)]).toEqual([path, undefined]);
  });

  it('is changed without a change of the rest', () => {
    const next = withValue(home, 'benefits.2.title', 'Quiet');
    expect(valueAt(next, 'benefits.2.title')).toBe('Quiet');
    expect(valueAt(home, 'benefits.2.title')).not.toBe('Quiet');
    expect(withValue(next, 'benefits.2.title', valueAt(home, 'benefits.2.title'))).toEqual(home);
    expect(withValue(home, '', { a: 1 })).toEqual({ a: 1 });
  });
});

describe('the items of a list', () => {
  it('are moved and removed', () => {
    expect(movedItem(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b']);
    expect(movedItem(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
    expect(withoutItem(['a', 'b', 'c'], 1)).toEqual(['a', 'c']);
  });

  it('get a new one that its list takes, and that no other is named as', () => {
    const { field } = found('questions')!;
    const first = withNewItem(field as never, home['questions'] as unknown[], 0);
    expect(first[1]).toEqual({ question: 'New question', answer: 'Answer' });
    expect(withNewItem(field as never, first, 1)[2]).toEqual({ question: 'New question 2', answer: 'Answer' });
    const games = home['games'] as { logo: string }[];
    expect(withNewItem(found('games')!.field as never, games, 1)[2]).toEqual({ name: 'New game', logo: games[1]!.logo });
    expect(withNewItem(found('features')!.field as never, ['a'], 0)).toEqual(['a', 'New line']);
  });
});

describe('a text that is typed', () => {
  it('is refused in the words of the server', () => {
    const { field } = found('title')!;
    expect([textProblem(field, ''), textProblem(field, 'x'.repeat(81)), textProblem(field, 'a\nb')]).toEqual(
      Array.from({ length: 3 }, () => 'Title has 1 to 80 characters on one line'),
    );
    expect([textProblem(field, 'x'.repeat(80)), textProblem(found('news')!.field, ''), textProblem(found('lead')!.field, 'a\nb')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(textProblem(found('features.0')!.field, '')).toBe('Features: at most 20 lines of 1 to 120 characters');
  });
});
