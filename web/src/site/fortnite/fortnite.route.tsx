import type { MetaFunction } from 'react-router';
import { fortniteOptimizer } from '../content/downloads.ts';
import { pages } from '../../lib/pages.ts';
import { pageMeta } from '../../lib/meta.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { CallToAction } from '../CallToAction.tsx';
import { Hero } from '../Hero.tsx';
import { Points } from '../Points.tsx';
import { ReleaseCard } from '../release/ReleaseCard.tsx';
import { Section, Sections } from '../Section.tsx';
import { Video } from '../Video.tsx';

export const meta: MetaFunction = () => pageMeta(pages.fortnite);

export default function FortnitePage() {
  const { title, lead, releases, points, video } = fortniteOptimizer;
  return (
    <>
      <Hero
        eyebrow="Free download"
        title={title}
        lead={lead}
        aside={<ReleaseCard product="fortnite" name="Fortnite Optimizer" releases={releases} />}
      />
      <Sections>
        <Section title="Made for one game" lead="What a general tool cannot know about Fortnite, this one does.">
          <Points points={points} />
        </Section>
        <Section beside title="Watch the tutorial" lead="Every option explained once. The video loads when you start it.">
          <Video {...video} />
        </Section>
        <CallToAction title="Play more than one game?" lead="Premium carries profiles for all of them, and tunes the hardware below.">
          <ButtonLink to={paths.premium} variant="primary" size="large">
            Get Premium
          </ButtonLink>
        </CallToAction>
      </Sections>
    </>
  );
}
