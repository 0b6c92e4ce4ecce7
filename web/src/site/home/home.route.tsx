import { ArrowRight, Download } from 'lucide-react';
import { Link, type MetaFunction } from 'react-router';
import { homePage } from '@framelift/contracts/content/page-home';
import type { ShownContent, SiteContent } from '@framelift/contracts/site-sections';
import { pages } from '../../lib/pages.ts';
import { usePageMeta } from '../../lib/meta.ts';
import { faqData } from '../pageData.ts';
import { paths } from '../../lib/paths.ts';
import { useIsShown, useSection } from '../../lib/siteContent.ts';
import { Accordion } from '../../ui/lists/Accordion.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { CallToAction } from '../CallToAction.tsx';
import { Hero } from '../Hero.tsx';
import { HeroPicture, hasHeroPicture } from '../sections/HeroPicture.tsx';
import { PageSections } from '../sections/PageSections.tsx';
import { Section } from '../Section.tsx';
import { Benefits } from './Benefits.tsx';
import { Estimate } from './Estimate.tsx';
import { HeroFacts } from './HeroFacts.tsx';
import styles from './home.module.css';
import { HomeCards } from './HomeCards.tsx';
import { Instrument } from './Instrument.tsx';
import { Preview } from './Preview.tsx';

export const meta: MetaFunction = () => {
  const { sections, questions } = useSection('pages.home', homePage);
  return usePageMeta(pages.home, ...faqData(sections, questions));
};

export default function HomePage() {
  const texts = useSection('pages.home', homePage);
  const isInstrument = texts.hero === 'instrument';
  return (
    <>
      <Hero
        large
        eyebrow={
          texts.news && (
            <Link to={paths.premium} className={styles.news}>
              {texts.news}
              <ArrowRight aria-hidden />
            </Link>
          )
        }
        title={texts.title}
        lead={texts.lead}
        actions={<Choice texts={texts} />}
        facts={<HeroFacts {...texts} />}
        aside={isInstrument && texts.showsInstrument && <Instrument />}
      >
        {isInstrument && texts.showsApp && <Preview />}
        {hasHeroPicture(texts) && <HeroPicture {...texts} />}
      </Hero>
      <PageSections sections={texts.sections} own={ownSections(texts)} />
    </>
  );
}

/** The sections whose texts are fields of the page. */
const ownSections = (texts: ShownContent['pages.home']) => ({
  benefits: (
    <Section eyebrow={texts.benefitsEyebrow} title={texts.benefitsTitle} lead={texts.benefitsLead}>
      <Benefits benefits={texts.benefits} />
    </Section>
  ),
  estimate: texts.showsEstimate && (
    <Section beside eyebrow={texts.estimateEyebrow} title={texts.estimateTitle} lead={texts.estimateLead}>
      <Estimate />
    </Section>
  ),
  inside: texts.showsInside && (
    <Section eyebrow={texts.insideEyebrow} title={texts.insideTitle}>
      <HomeCards texts={texts} />
    </Section>
  ),
  faq: (
    <Section id="faq" beside eyebrow={texts.faqEyebrow} title={texts.faqTitle} lead={texts.faqLead}>
      <Accordion entries={texts.questions} />
    </Section>
  ),
  end: (
    <CallToAction title={texts.endTitle} lead={texts.endLead}>
      <Choice texts={texts} />
    </CallToAction>
  ),
});

function Choice({ texts: { buyLabel, freeLabel } }: { texts: Pick<SiteContent['pages.home'], 'buyLabel' | 'freeLabel'> }) {
  const hasFree = useIsShown()(paths.free);
  return (
    <>
      <ButtonLink to={paths.premium} variant="primary" size="large">
        {buyLabel}
      </ButtonLink>
      {hasFree && (
        <ButtonLink to={paths.free} size="large">
          <Download aria-hidden />
          {freeLabel}
        </ButtonLink>
      )}
    </>
  );
}
