import type { SectionKind, SectionsField } from './site-fields.ts';
import { later, line, lines, optional, questions, read, text } from './site-shapes.ts';

/** Kinds of heroes and of sections that a page can have (docs/adding.md#a-section-of-the-site). */

/** The hero of a page: its kind, and what the kind `picture` shows. A picture with a recording is its poster. */
export const heroFields = <const O extends string>(...options: readonly O[]) =>
  ({
    hero: later({ kind: 'choice', label: 'Hero: kind', options }),
    heroPicture: later({ kind: 'picture', label: 'Hero: picture', isOptional: true, hint: 'For the kind picture.' }),
    heroAlt: later(optional(line('Hero: what the picture shows', 200))),
    heroRecording: later({
      kind: 'video',
      label: 'Hero: recording',
      isOptional: true,
      hint: 'In place of the picture, which is its poster. It loads when a visitor starts it.',
    }),
  }) as const;

/** The heading of a section. */
const heading = { eyebrow: optional(line('Small line', 60)), title: optional(line('Title')), lead: optional(text('Lead')) } as const;
const picture = (label: string) => ({ kind: 'picture', label, isOptional: true }) as const;
const alt = (label: string) => ({ ...optional(line(label, 200)), hint: 'For visitors who cannot see it.' }) as const;
const measured = (label: string) => ({ kind: 'number', label, min: 0, max: 1_000_000_000, decimals: 2 }) as const;

const measuredRows = {
  kind: 'list',
  label: 'Rows',
  one: 'row',
  titledBy: 'machine',
  isTable: true,
  min: 0,
  max: 200,
  of: {
    machine: line('Machine', 80),
    before: measured('Before'),
    after: measured('After'),
    source: { ...read(line('Source', 300)), hint: 'The address of the measurement, or who measured it and when.' },
  },
} as const;

/** Kinds that every page with sections can have, any number of times. */
const added = {
  text: {
    label: 'Text',
    about: 'A heading and paragraphs',
    of: { ...heading, text: { kind: 'markdown', label: 'Text', max: 10_000, isOptional: true } },
  },
  picture: {
    label: 'Picture or recording',
    about: 'A picture, or a video that loads when a visitor starts it',
    of: {
      ...heading,
      picture: picture('Picture'),
      alt: alt('What the picture shows'),
      recording: { kind: 'video', label: 'Recording', isOptional: true, hint: 'The picture is its poster.' },
      caption: optional(line('Caption', 200)),
    },
  },
  table: {
    label: 'Measured table',
    about: 'Numbers before and after, each with its source, drawn as a chart',
    of: {
      ...heading,
      unit: { ...optional(line('Unit', 20)), hint: 'Such as FPS or ms.' },
      better: { kind: 'choice', label: 'Better', hint: 'Which numbers are better.', options: ['higher', 'lower'] },
      rows: measuredRows,
    },
  },
  beforeAfter: {
    label: 'Before and after',
    about: 'Two pictures or two lists beside each other',
    of: {
      ...heading,
      beforeLabel: optional(line('Before: heading', 60)),
      beforePicture: picture('Before: picture'),
      beforeAlt: alt('Before: what the picture shows'),
      before: lines('Before: list', 12, 160),
      afterLabel: optional(line('After: heading', 60)),
      afterPicture: picture('After: picture'),
      afterAlt: alt('After: what the picture shows'),
      after: lines('After: list', 12, 160),
    },
  },
  comparison: {
    label: 'Comparison',
    about: 'What you offer beside something else, row by row',
    of: {
      ...heading,
      first: optional(line('First column', 60)),
      second: optional(line('Second column', 60)),
      rows: {
        kind: 'list',
        label: 'Rows',
        one: 'row',
        hint: 'Write yes or no for a mark, or a text.',
        titledBy: 'feature',
        min: 0,
        max: 60,
        of: { feature: line('Feature', 80), first: read(line('First column', 80)), second: read(line('Second column', 80)) },
      },
    },
  },
  steps: {
    label: 'Steps',
    about: 'What to do, in order',
    of: {
      ...heading,
      steps: {
        kind: 'list',
        label: 'Steps',
        one: 'step',
        titledBy: 'title',
        min: 0,
        max: 12,
        of: { title: line('Title', 80), text: optional(text('Text')) },
      },
    },
  },
  logos: {
    label: 'Logos',
    about: 'Games, partners or press, each with its picture',
    of: {
      ...heading,
      logos: {
        kind: 'list',
        label: 'Logos',
        one: 'logo',
        titledBy: 'name',
        min: 0,
        max: 60,
        of: { name: line('Name', 60), logo: { kind: 'picture', label: 'Logo' }, link: { kind: 'link', label: 'Link', isOptional: true } },
      },
    },
  },
  questions: { label: 'Questions', about: 'Questions with their answers', of: { ...heading, questions: { ...questions, min: 0 } } },
} as const satisfies Record<string, SectionKind>;

/** A section whose texts are fields of the page. */
const own = (label: string, about: string) => ({ label, about, of: {}, isOwn: true }) as const;
const sections = <const K extends Record<string, SectionKind>>(kinds: K) =>
  ({
    kind: 'sections',
    label: 'Sections',
    hint: 'In the order of the page.',
    isLater: true,
    kinds: { ...kinds, ...added },
    max: 20,
  }) as const satisfies SectionsField;

export const homeSections = sections({
  benefits: own('Benefits', 'The cards of the page'),
  estimate: { ...own('Estimate', 'Example data of a PC optimiser'), switch: 'showsEstimate' },
  inside: { ...own('Inside', 'Games, features and goals'), switch: 'showsInside' },
  faq: own('Page’s questions', 'The questions of the page'),
  end: own('End of the page', 'One sentence and the buttons'),
});

export const productSections = sections({
  reviews: own('Reviews', 'The newest three'),
  faq: own('Page’s questions', 'The questions of the page'),
  stats: own('Counts', 'Public numbers, on the page of the main product'),
  features: own('Features', 'The features of the page'),
  video: own('Video', 'The video of the page'),
});
