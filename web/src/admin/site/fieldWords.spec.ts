import { describe, expect, it } from '@jest/globals';
import type { SiteFields } from '@framelift/contracts/site-fields';
import { fieldChanges } from './fieldWords.ts';
import { contentFrom, valuesOf } from './fieldValues.ts';

const fields = {
  title: { kind: 'line', label: 'Title', max: 80, isOptional: true },
  link: { kind: 'link', label: 'Link', isOptional: true },
  isShown: { kind: 'switch', label: 'Shown' },
  parts: { kind: 'lines', label: 'Parts', max: 80, count: 5 },
  questions: {
    kind: 'list',
    label: 'Questions',
    one: 'question',
    titledBy: 'question',
    min: 0,
    max: 5,
    of: { question: { kind: 'line', label: 'Question', max: 80 }, answer: { kind: 'text', label: 'Answer', max: 800 } },
  },
} as const satisfies SiteFields;
const question = (name: string, answer = 'Yes') => ({ question: name, answer });
const content = { title: 'One', link: null, isShown: true, parts: ['a', 'b'], questions: [question('A?'), question('B?')] };
const changes = (after: object) => fieldChanges(fields, content, { ...content, ...after });
const long = 'It changes settings of Windows and of your driver, and each of them can be undone in the tool';

describe('what a change says', () => {
  it.each<[string, object, string[]]>([
    ['a text', { title: 'Two' }, ['Title: “One” → “Two”']],
    ['no text', { title: '' }, ['Title: “One” → none']],
    ['a link', { link: '/free' }, ['Link: none → /free']],
    ['a switch', { isShown: false }, ['Shown: yes → no']],
    ['lines', { parts: ['b', 'c'] }, ['Parts: “c” added', 'Parts: “a” removed']],
    ['their order', { parts: ['b', 'a'] }, ['Parts: order changed']],
    ['a record', { questions: [question('A?', 'No'), question('B?')] }, ['Questions, “A?”: Answer: “Yes” → “No”']],
    ['its name', { questions: [question('A!'), question('B?')] }, ['Questions, “A?”: Question: “A?” → “A!”']],
    ['one more', { questions: [question('C?'), ...content.questions] }, ['Questions: “C?” added']],
    ['one less', { questions: [question('B?')] }, ['Questions: “A?” removed']],
    ['two of a name', { questions: [...content.questions, question('A?')] }, ['Questions: “A?” added']],
    ['the order of records', { questions: content.questions.toReversed() }, ['Questions: order changed']],
    ['nothing', {}, []],
  ])('%s', (_, after, said) => expect(changes(after)).toEqual(said));

  it('of a long text is the words around the change', () =>
    expect(fieldChanges(fields, { ...content, title: long }, { ...content, title: long.replace('driver', 'games') })).toEqual([
      'Title: “…of your driver, and each…” → “…of your games, and each…”',
    ]));
});

it('values of a form become the content they came from', () =>
  expect(contentFrom(fields, valuesOf(fields, content), content)).toEqual(content));
