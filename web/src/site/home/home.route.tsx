import { ArrowRight, Download } from 'lucide-react';
import { Link, type MetaFunction } from 'react-router';
import { homePage } from '@framelift/contracts/content/page-home';
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
          <Link to={paths.premium} className={styles.news}>
            {texts.news}
            <ArrowRight aria-hidden />
          </Link>
        }
        title={texts.title}
        lead={texts.lead}
        actions={<Choice />}
        facts={<HeroFacts {...texts} />}
        aside={<Instrument />}
      >
        <Preview />
      </Hero>
      <Sections>
        <Section eyebrow={texts.benefitsEyebrow} title={texts.benefitsTitle} lead={texts.benefitsLead}>
          <Benefits benefits={texts.benefits} />
        </Section>
        <Section beside eyebrow={texts.estimateEyebrow} title={texts.estimateTitle} lead={texts.estimateLead}>
          <Estimate />
        </Section>
        <Section eyebrow={texts.insideEyebrow} title={texts.insideTitle}>
          <HomeCards texts={texts} />
        </Section>
        <Section id="faq" beside eyebrow={texts.faqEyebrow} title={texts.faqTitle} lead={texts.faqLead}>
          <Accordion entries={texts.questions} />
        </Section>
        <CallToAction title={texts.endTitle} lead={texts.endLead}>
          <Choice />
        </CallToAction>
      </Sections>
    </>
  );
}

function Choice() {
  const hasFree = useIsShown()(paths.free);
  return (
    <>
      <ButtonLink to={paths.premium} variant="primary" size="large">
        Get Premium
      </ButtonLink>
      {hasFree && (
        <ButtonLink to={paths.free} size="large">
          <Download aria-hidden />
          Try For Free
        </ButtonLink>
      )}
    </>
  );
}
