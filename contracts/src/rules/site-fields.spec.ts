import { describe, expect, it } from '@jest/globals';
import { homePage } from '../content/page-home.ts';
import { productPage } from './product-page.ts';
import {
  addableKinds,
  isSectionOn,
  newSection,
  type PageSection,
  renderedContent,
  type SectionsField,
  sectionLinksIn,
  sharedNames,
  withSectionOn,
} from './site-fields.ts';
import { pageFields } from './site-pages.ts';
import { picturesIn } from './pictures.ts';

const fields = pageFields['pages.home'];
const { sections: field } = fields;
const page = (sections: readonly PageSection[], more: object = {}) => ({ ...homePage, ...more, sections });
const text = { ...newSection(field, 'text'), content: { eyebrow: '', title: 'Hello', lead: '', text: '**Hi**' } };
const logos = (...links: (string | null)[]): PageSection => ({
  kind: 'logos',
  on: true,
  content: { ...newSection(field, 'logos').content, logos: links.map((link, i) => ({ name: `${i}`, logo: '/a.svg', link })) },
});
const estimate = { kind: 'estimate', on: true, content: {} };

describe('the sections of a page', () => {
  it('are at first the ones that its fields describe, all of them on', () => {
    const own = (kinds: SectionsField['kinds']) =>
      Object.entries(kinds).flatMap(([kind, { isOwn }]) => (isOwn ? [{ kind, on: true, content: {} }] : []));
    expect(homePage.sections).toEqual(own(field.kinds));
    const product = pageFields['pages.premium'].sections;
    expect(productPage({ title: 'A', features: [] }).sections).toEqual(own(product.kinds));
  });

  it('begin with the name of their kind as their title, and nothing else', () =>
    expect(newSection(field, 'steps')).toEqual({ kind: 'steps', on: true, content: { eyebrow: '', title: 'Steps', lead: '', steps: [] } }));

  it('can be added any number of times, the page’s own once, until there are as many as possible', () => {
    const without = homePage.sections.filter(({ kind }) => kind !== 'end');
    expect(addableKinds(field, homePage.sections)).toEqual(Object.keys(field.kinds).slice(5));
    expect(addableKinds(field, without)).toContain('end');
    expect(
      addableKinds(
        field,
        Array.from({ length: field.max }, () => text),
      ),
    ).toEqual([]);
  });

  it('are shown while they are on, and so is the older switch of their kind', () => {
    const shown = (on: boolean, showsEstimate: boolean) => isSectionOn(field, page([], { showsEstimate }), { ...estimate, on });
    expect([shown(true, true), shown(true, false), shown(false, true)]).toEqual([true, false, false]);
    expect(isSectionOn(field, page([]), { ...text, on: false })).toBe(false);
  });

  it('are switched by their older switch, if there is one', () => {
    const content = page([estimate, text]);
    const off = withSectionOn(field, 'sections', content, 0, false);
    expect(off).toEqual({ ...content, showsEstimate: false });
    expect(withSectionOn(field, 'sections', { ...off, sections: [{ ...estimate, on: false }, text] }, 0, true)).toEqual(content);
    expect(withSectionOn(field, 'sections', content, 1, false)).toEqual(page([estimate, { ...text, on: false }]));
  });
});

describe('what visitors read of sections', () => {
  const render = (markup: string) => `<p>${markup}</p>`;
  it('is rendered', () =>
    expect(renderedContent(fields, page([text]), render)['sections']).toEqual([
      { ...text, content: { ...text.content, text: { html: '<p>**Hi**</p>' } } },
    ]));
  it('does not include what is off, in whichever way', () =>
    expect(renderedContent(fields, page([{ ...text, on: false }, estimate], { showsEstimate: false }), render)['sections']).toEqual([
      { kind: 'text', on: false, content: {} },
      { ...estimate, on: false },
    ]));
  it('leaves a kind of a newer program as it is', () => {
    const newer = { kind: 'poem', on: true, content: { rhyme: 'yes' } };
    expect(renderedContent(fields, page([newer]), render)['sections']).toEqual([newer]);
  });
  it('names its pictures', () => {
    const path = `/site/pictures/${'a'.repeat(64)}.webp`;
    expect(picturesIn(page([{ ...text, kind: 'picture', content: { picture: path } }]))).toEqual(['a'.repeat(64)]);
  });
});

describe('what sections share', () => {
  it('is a name of the page’s own only', () => {
    expect(sharedNames(fields, page([text, text, estimate]))).toBeUndefined();
    expect(sharedNames(fields, page([estimate, text, estimate]))).toBe('Sections, 1 and 3');
  });
  it('is found in their lists', () => {
    const question = { question: 'Why?', answer: 'So.' };
    const twice = { ...newSection(field, 'questions'), content: { title: '', lead: '', eyebrow: '', questions: [question, question] } };
    expect(sharedNames(fields, page([text, twice]))).toBe('Sections, 2, Questions, 1 and 2');
  });
});

it('links of sections are those that visitors see', () => {
  const off = { ...logos('/free'), on: false };
  expect(sectionLinksIn(fields, page([text, off, logos(null, '/premium')]))).toEqual([
    { where: 'Sections, 3, Logos, 2, Link', link: '/premium' },
  ]);
  const { sections: _, ...before } = homePage;
  expect(sectionLinksIn(fields, before)).toEqual([]);
});
