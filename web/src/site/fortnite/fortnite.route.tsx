import type { MetaFunction } from 'react-router';
import { fortnitePage } from '@framelift/contracts/content/page-fortnite';
import { pages } from '../../lib/pages.ts';
import { usePageMeta } from '../../lib/meta.ts';
import { paths } from '../../lib/paths.ts';
import { useSection } from '../../lib/siteContent.ts';
import { drawn } from '../cardIcons.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { CallToAction } from '../CallToAction.tsx';
import { Hero } from '../Hero.tsx';
import { Points } from '../Points.tsx';
import { ReleaseCard } from '../release/ReleaseCard.tsx';
import { Section, Sections } from '../Section.tsx';
import { Video } from '../Video.tsx';

export const meta: MetaFunction = () => usePageMeta(pages.fortnite);

export default function FortnitePage() {
  const { title, lead, releases, points, ...texts } = useSection('pages.fortnite-optimizer', fortnitePage);
  return (
    <>
      <Hero
        eyebrow={texts.eyebrow}
        title={title}
        lead={lead}
        aside={<ReleaseCard product="fortnite" name={texts.name} system={texts.system} releases={releases} />}
      />
      <Sections>
        <Section title={texts.pointsTitle} lead={texts.pointsLead}>
          <Points points={drawn(points)} />
        </Section>
        <Section beside title={texts.videoTitle} lead={texts.videoLead}>
          <Video title={texts.guideTitle} url={texts.guideUrl} />
        </Section>
        <CallToAction title={texts.endTitle} lead={texts.endLead}>
          <ButtonLink to={paths.premium} variant="primary" size="large">
            {texts.endLabel}
          </ButtonLink>
        </CallToAction>
      </Sections>
    </>
  );
}
