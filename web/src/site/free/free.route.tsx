import type { MetaFunction } from 'react-router';
import { freePage } from '@framelift/contracts/content/page-free';
import { pages } from '../../lib/pages.ts';
import { rated } from '../content/products.ts';
import { usePageMeta } from '../../lib/meta.ts';
import { paths } from '../../lib/paths.ts';
import { useSection } from '../../lib/siteContent.ts';
import { drawn } from '../cardIcons.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { CallToAction } from '../CallToAction.tsx';
import { soldOn } from '../pageData.ts';
import { Hero } from '../Hero.tsx';
import { Points } from '../Points.tsx';
import { ReleaseCard } from '../release/ReleaseCard.tsx';
import { Section, Sections } from '../Section.tsx';
import { Video } from '../Video.tsx';

export const meta: MetaFunction = () => usePageMeta(pages.free);
export const handle = soldOn(rated.free);

export default function FreePage() {
  const { title, lead, releases, safety, setup, ...texts } = useSection('pages.free', freePage);
  return (
    <>
      <Hero
        eyebrow={texts.eyebrow}
        title={title}
        lead={lead}
        aside={<ReleaseCard product="free" name={texts.eyebrow} system={texts.system} releases={releases} />}
      />
      <Sections>
        <Section title={texts.safetyTitle} lead={texts.safetyLead}>
          <Points points={drawn(safety)} />
        </Section>
        <Section title={texts.setupTitle} lead={texts.setupLead}>
          <Points points={drawn(setup)} numbered />
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
