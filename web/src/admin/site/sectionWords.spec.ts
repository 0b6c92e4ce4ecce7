import { describe, expect, it } from '@jest/globals';
import { firstSite } from '@framelift/contracts';
import { newSection, type PageSection } from '@framelift/contracts/site-fields';
import { fieldSections } from '@framelift/contracts/site-sections';
import { contentFrom, valuesOf } from './fieldValues.ts';
import { changesOf } from './siteWords.ts';

const page = firstSite['pages.home'];
const { fields } = fieldSections['pages.home'];
const steps = newSection(fields.sections, 'steps');
const titled = (title: string): PageSection => ({ ...steps, content: { ...steps.content, title } });
const own: readonly PageSection[] = page.sections;
const changes = (before: readonly PageSection[], after: readonly PageSection[]) =>
  changesOf('pages.home', { ...page, sections: before }, { ...page, sections: after });

describe('what a change of sections says', () => {
  it.each<[string, readonly PageSection[], readonly PageSection[], string[]]>([
    ['one more', own, [...own, titled('Three steps')], ['Sections: Steps “Three steps” added']],
    ['one less', [...own, steps], own, ['Sections: Steps removed']],
    [
      'one that is off',
      own,
      own.map((one) => (one.kind === 'faq' ? { ...one, on: false } : one)),
      ['Sections, Page’s questions: on → off'],
    ],
    ['their order', own, own.toReversed(), ['Sections: order changed']],
    ['a title', [...own, steps], [...own, titled('New')], ['Sections, Steps: Title: “Steps” → “New”']],
    ['one of two of a kind', [titled('A'), titled('B')], [titled('B')], ['Sections: Steps “A” removed']],
    ['one before another of its kind', [titled('A')], [titled('B'), titled('A')], ['Sections: Steps “B” added']],
    [
      'its list',
      [steps],
      [{ ...steps, content: { ...steps.content, steps: [{ title: 'Run', text: '' }] } }],
      ['Sections, Steps: Steps: “Run” added'],
    ],
  ])('%s', (_, before, after, said) => expect(changes(before, after)).toEqual(said));
});

it('the values of a form become the sections they came from', () => {
  const content = { ...page, sections: [...own, titled('A')] };
  expect(contentFrom(fields, valuesOf(fields, content), content)['sections']).toEqual(content.sections);
});
