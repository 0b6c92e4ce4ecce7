import type { Html } from '@framelift/contracts/site-fields';
import type { ReactNode } from 'react';
import { Accordion } from '../../ui/lists/Accordion.tsx';
import { LongText } from '../long-text/LongText.tsx';
import { Section } from '../Section.tsx';
import { BeforeAfter } from './BeforeAfter.tsx';
import { Comparison } from './Comparison.tsx';
import type { AddedKind, ContentOfKind } from './kindContents.ts';
import { Logos } from './Logos.tsx';
import { MeasuredTable } from './MeasuredTable.tsx';
import { PictureOrRecording } from './PictureOrRecording.tsx';
import { Steps } from './Steps.tsx';

const isEmpty = (text: string | Html) => text === '';

/** What the kinds of sections that a seller adds look like. Style sheets do all of it but a video and the two pictures of before and after. */
export const addedKinds: { [K in AddedKind]: (content: ContentOfKind<K>) => ReactNode } = {
  text: ({ text, ...heading }) => (
    <Section {...heading} beside={heading.title !== ''}>
      {!isEmpty(text) && <LongText text={text} />}
    </Section>
  ),
  picture: ({ picture, alt, recording, caption, ...heading }) => (
    <Section {...heading}>
      <PictureOrRecording picture={picture} alt={alt} recording={recording} caption={caption} />
    </Section>
  ),
  table: ({ unit, better, rows, ...heading }) => (
    <Section {...heading}>
      <MeasuredTable caption={heading.title} unit={unit} better={better} rows={rows} />
    </Section>
  ),
  beforeAfter: ({ eyebrow, title, lead, ...sides }) => (
    <Section eyebrow={eyebrow} title={title} lead={lead}>
      <BeforeAfter {...sides} />
    </Section>
  ),
  comparison: ({ first, second, rows, ...heading }) => (
    <Section {...heading}>{rows.length > 0 && <Comparison caption={heading.title} columns={[first, second]} rows={rows} />}</Section>
  ),
  steps: ({ steps, ...heading }) => (
    <Section {...heading}>
      <Steps steps={steps} />
    </Section>
  ),
  logos: ({ logos, ...heading }) => (
    <Section {...heading} center>
      <Logos logos={logos} />
    </Section>
  ),
  questions: ({ questions, ...heading }) => (
    <Section {...heading} beside={heading.title !== ''}>
      {questions.length > 0 && <Accordion entries={questions} />}
    </Section>
  ),
};
