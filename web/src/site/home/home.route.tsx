import { ArrowRight, Download } from 'lucide-react';
import { Link, type MetaFunction } from 'react-router';
import { homePage } from '@framelift/contracts/content/page-home';
import type { SiteContent } from '@framelift/contracts/site-sections';
import { pages } from '../../lib/pages.ts';
import { usePageMeta } from '../../lib/meta.ts';
import { faqData } from '../pageData.ts';
import { paths } from '../../lib/paths.ts';
import { useIsShown, useSection } from '../../lib/siteContent.ts';
import { Accordion } from '../../ui/lists/Accordion.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { CallToAction } from '../CallToAction.tsx';
import { Hero } from '../Hero.tsx';
import { Section, Sections } from '../Section.tsx';
import { Benefits } from './Benefits.tsx';
import { Estimate } from './Estimate.tsx';
import { HeroFacts } from './HeroFacts.tsx';
import styles from './home.module.css';
import { HomeCards } from './HomeCards.tsx';
import { Instrument } from './Instrument.tsx';
import { Preview } from './Preview.tsx';

export const meta: MetaFunction = () => usePageMeta(pages.home, faqData(useSection('pages.home', homePage).questions));

export default function HomePage() {
  const texts = useSection('pages.home', homePage);
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
        aside={texts.showsInstrument && <Instrument />}
      >
        {texts.showsApp && <Preview />}
      </Hero>
      <Sections>
        <Section eyebrow={texts.benefitsEyebrow} title={texts.benefitsTitle} lead={texts.benefitsLead}>
          <Benefits benefits={texts.benefits} />
        </Section>
        {texts.showsEstimate && (
          <Section beside eyebrow={texts.estimateEyebrow} title={texts.estimateTitle} lead={texts.estimateLead}>
            <Estimate />
          </Section>
        )}
        {texts.showsInside && (
          <Section eyebrow={texts.insideEyebrow} title={texts.insideTitle}>
            <HomeCards texts={texts} />
          </Section>
        )}
        <Section id="faq" beside eyebrow={texts.faqEyebrow} title={texts.faqTitle} lead={texts.faqLead}>
          <Accordion entries={texts.questions} />
        </Section>
        <CallToAction title={texts.endTitle} lead={texts.endLead}>
          <Choice texts={texts} />
        </CallToAction>
      </Sections>
    </>
  );
}

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
