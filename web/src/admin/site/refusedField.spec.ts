import { describe, expect, it } from '@jest/globals';
import { firstSite } from '@framelift/contracts';
import { fieldsOf } from '@framelift/contracts/site-sections';
import { fieldGroups } from './fieldGroups.ts';
import { refusedField } from './refusedField.ts';

const fields = fieldsOf('pages.home')!;
const content = {
  ...firstSite['pages.home'],
  sections: [{ kind: 'logos', on: true, content: { logos: [{ name: '', logo: '/a.png', link: null }] } }],
};

describe('the field that a refusal names', () => {
  it.each([
    ['Title has 1 to 80 characters on one line', 'title'],
    ['Benefits: title has 1 to 120 characters on one line', 'benefitsTitle'],
    ['Questions, 3: Answer has 1 to 2,000 characters', 'questions.2.answer'],
    ['Questions: 1 to 60 are possible, each question with its fields', 'questions'],
    ['Features: at most 20 lines of 1 to 120 characters', 'features'],
    ['Sections, 1, Logos, 1: Name has 1 to 60 characters on one line', 'sections.0.content.logos.0.name'],
    ['Two of a list have the same name: Questions, 1 and 2', undefined],
  ])('%s', (refusal, path) => expect(refusedField(fields, content, refusal)).toBe(path));
});

it('groups the fields of a page by what their labels begin with', () => {
  const groups = fieldGroups(Object.entries(fields)).map(({ title, fields: of }) => [title, of.map(([name]) => name)]);
  expect(groups).toContainEqual(['Benefits', ['benefitsEyebrow', 'benefitsTitle', 'benefitsLead', 'benefits']]);
  expect(groups).toContainEqual(['Search engines', ['headTitle', 'headDescription']]);
  expect(groups.flatMap(([, names]) => names)).toEqual(Object.keys(fields));
});
