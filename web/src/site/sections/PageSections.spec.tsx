import { describe, expect, it } from '@jest/globals';
import { firstSite } from '@framelift/contracts';
import type { ShownContent } from '@framelift/contracts/site-sections';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { closeScreens } from '../../../../test/support/screen.tsx';
import { seen } from '../../../../test/support/seen.ts';
import { faqData } from '../pageData.ts';
import { PageSections } from './PageSections.tsx';

closeScreens();
type Section = ShownContent['pages.home']['sections'][number];
type Kind = 'text' | 'picture' | 'table' | 'beforeAfter' | 'comparison' | 'steps' | 'logos' | 'questions';
const head = { eyebrow: '', title: 'A title', lead: '' };
const own = { benefits: <p>Our benefits</p>, estimate: false, inside: null, faq: <p>Our questions</p>, end: <p>The end</p> };
const show = (...sections: Section[]) => render(<PageSections sections={sections} own={own} />).container;
const one = <K extends Kind>(kind: K, content: Omit<Extract<Section, { kind: K }>['content'], keyof typeof head>) =>
  show({ kind, on: true, content: { ...head, ...content } } as unknown as Section);
const plain = (kind: 'benefits' | 'estimate' | 'faq' | 'end', on = true): Section => ({ kind, on, content: {} });

describe('the sections of a page', () => {
  it('are in their order, without those that are off, have nothing to show, or are of a newer program', () => {
    const newer = { kind: 'poem', on: true, content: { rhyme: 'yes' } } as unknown as Section;
    const page = show(plain('end'), plain('benefits', false), plain('estimate'), newer, plain('faq'));
    expect(seen(page)).toEqual(['The end', 'Our questions']);
    expect([...page.querySelectorAll('[data-section]')].map((part) => part.getAttribute('data-section'))).toEqual(['0', '4']);
  });
  it('tell search engines the questions that are on', () => {
    const questions = [{ question: 'Why?', answer: 'So.' }];
    const asked: Section = { kind: 'questions', on: true, content: { ...head, questions } };
    const names = (sections: Section[]) => JSON.stringify(faqData(sections, [{ question: 'Own?', answer: 'Yes.' }])).match(/\w+\?/g);
    expect(names([asked, plain('faq')])).toEqual(['Why?', 'Own?']);
    expect(names([{ ...asked, on: false }, plain('faq', false)])).toBeNull();
    expect(firstSite['pages.premium'].sections.map(({ kind }) => kind)).not.toContain('questions');
  });
});

describe('a section', () => {
  it('of text has its markup, and needs no title', () => {
    const page = show({ kind: 'text', on: true, content: { ...head, title: '', text: { html: '<p>It <b>works</b></p>' } } });
    expect(page.querySelector('b')?.textContent).toBe('works');
    expect(screen.queryByRole('heading')).toBeNull();
  });

  it('with a picture says what it shows', () => {
    one('picture', { picture: '/a.webp', alt: 'A settled graph', recording: null, caption: 'In May' });
    expect(screen.getByRole('img', { name: 'A settled graph' }).getAttribute('src')).toBe('/a.webp');
    screen.getByText('In May');
  });

  it('with a recording asks nobody before a visitor starts it; its poster is the picture', () => {
    const page = one('picture', { picture: '/a.webp', alt: 'A pass', recording: 'https://www.youtube.com/watch?v=abc', caption: '' });
    expect([...page.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual(['/a.webp']);
    expect(page.querySelector('iframe')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Play video: A pass' }));
    expect(page.querySelector('iframe')?.src).toContain('youtube-nocookie.com/embed/abc');
  });

  const row = (machine: string, before: number, after: number, source = 'Counted by us') => ({ machine, before, after, source });
  const cells = () =>
    within(screen.getAllByRole('table')[0]!)
      .getAllByRole('row')
      .map((line) => seen(line).join(' '));

  it('with a measured table has both numbers, their change and their source, as a table', () => {
    const rows = [
      row('A', 100, 121.5, 'https://bench.example/run/1'),
      row('B', 1000, 500, '/statistics'),
      row('C', 0, 5),
      row('D', 5, 5, 'https://'),
    ];
    const page = one('table', { unit: 'FPS', better: 'higher', rows });
    expect(cells()).toEqual([
      'Machine Before After Change Source',
      'A 100 FPS 121.5 FPS +22% Source: bench.example',
      'B 1,000 FPS 500 FPS −50% Source: /statistics',
      'C 0 FPS 5 FPS Source: Counted by us',
      'D 5 FPS 5 FPS +0% Source: https://',
    ]);
    const links = screen.getAllByRole('link').map((link) => ['href', 'target', 'rel'].map((name) => link.getAttribute(name)));
    expect(links).toEqual([
      ['https://bench.example/run/1', '_blank', 'noopener'],
      ['/statistics', null, null],
    ]);
    const widths = [...page.querySelectorAll('rect + rect')].map((bar) => bar.getAttribute('width'));
    expect(widths.slice(0, 4)).toEqual(['10.0%', '12.2%', '100.0%', '50.0%']);
    expect(page.querySelector('[style]')).toBeNull();
  });
  it('shows the first six rows, and the others on demand', () => {
    const page = one('table', { unit: '', better: 'lower', rows: Array.from({ length: 8 }, (_, i) => row(`PC ${i}`, 2, 1)) });
    expect(cells()).toHaveLength(7);
    expect(page.querySelector('details summary')?.textContent).toBe('2 more measurements');
    screen.getByText('lower is better');
  });
  it('with an empty table is its heading', () => {
    expect(seen(one('table', { unit: 'FPS', better: 'higher', rows: [] }))).toEqual(['A title']);
  });

  const sides = { beforeLabel: '', beforeAlt: '', before: ['Stutter'], afterLabel: 'Tuned', afterAlt: 'A line', after: ['None'] };
  it('before and after has two lists', () => {
    expect(seen(one('beforeAfter', { ...sides, beforePicture: null, afterPicture: null }))).toEqual([
      'A title',
      'Before',
      'Stutter',
      'Tuned',
      'None',
    ]);
    expect(screen.queryByRole('slider')).toBeNull();
  });
  it('before and after cuts two pictures where the handle is', () => {
    const page = one('beforeAfter', { ...sides, beforePicture: '/a.webp', afterPicture: '/b.webp' });
    expect(screen.getAllByRole('img').map((image) => image.getAttribute('alt'))).toEqual(['Before', 'A line']);
    const handle = screen.getByRole<HTMLInputElement>('slider', { name: 'Before or Tuned' });
    const cut = () => handle.parentElement!.style.getPropertyValue('--cut');
    expect(cut()).toBe('50%');
    fireEvent.input(handle, { target: { value: '80' } });
    expect(cut()).toBe('80%');
    expect(page.querySelectorAll('img')).toHaveLength(2);
  });

  it('that compares marks yes and no', () => {
    one('comparison', { first: 'Guides', second: 'Kelvin', rows: [{ feature: 'Undo', first: 'No', second: 'yes' }] });
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Feature', 'Guides', 'Kelvin']);
    expect(screen.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['Not included', 'Included']);
  });

  it('of steps counts them', () => {
    one('steps', {
      steps: [
        { title: 'Download', text: '' },
        { title: 'Run', text: 'Once.' },
      ],
    });
    expect(screen.getAllByRole('listitem').map((step) => seen(step).join(' '))).toEqual(['1 Download', '2 Run Once.']);
  });

  it('of logos links those that have a link', () => {
    one('logos', {
      logos: [
        { name: 'A', logo: '/a.svg', link: null },
        { name: 'B', logo: '/b.svg', link: 'https://b.example' },
      ],
    });
    expect(screen.getAllByRole('listitem').map((logo) => seen(logo).join())).toEqual(['A', 'B']);
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['https://b.example']);
  });

  it('of questions has closed answers', () => {
    one('questions', { questions: [{ question: 'Why?', answer: 'So.' }] });
    expect(screen.getByRole('button', { name: 'Why?' }).getAttribute('aria-expanded')).toBe('false');
  });
});
