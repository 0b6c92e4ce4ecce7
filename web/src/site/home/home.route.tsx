import { ArrowRight, Download } from 'lucide-react';
import { Link, type MetaFunction } from 'react-router';
import { faq, hero } from './content.ts';
import { pages } from '../../lib/pages.ts';
import { faqData, pageMeta } from '../../lib/meta.ts';
import { paths } from '../../lib/paths.ts';
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

export const meta: MetaFunction = () => pageMeta(pages.home, faqData(faq));

export default function HomePage() {
  return (
    <>
      <Hero
        large
        eyebrow={
          <Link to={paths.premium} className={styles.news}>
            {hero.news}
            <ArrowRight aria-hidden />
          </Link>
        }
        title={hero.title}
        lead={hero.lead}
        actions={<Choice />}
        facts={<HeroFacts />}
        aside={<Instrument />}
      >
        <Preview />
      </Hero>
      <Sections>
        <Section eyebrow="Why Framelift" title="Built for the way games use a PC" lead="Nine reasons people keep it installed.">
          <Benefits />
        </Section>
        <Section
          beside
          eyebrow="Before and after"
          title="What would it do on your PC?"
          lead="Choose what is in your case and what you play. Premium measures your own PC before and after each pass."
        >
          <Estimate />
        </Section>
        <Section eyebrow="Inside" title="One tool instead of forty guides">
          <HomeCards />
        </Section>
        <Section id="faq" beside eyebrow="FAQ" title="Questions, answered" lead="Something else? Ask in the community chat.">
          <Accordion entries={faq} />
        </Section>
        <CallToAction title="Your PC is faster than you think" lead="Try the free utility today. Everything it changes can be undone.">
          <Choice />
        </CallToAction>
      </Sections>
    </>
  );
}

function Choice() {
  return (
    <>
      <ButtonLink to={paths.premium} variant="primary" size="large">
        Get Premium
      </ButtonLink>
      <ButtonLink to={paths.free} size="large">
        <Download aria-hidden />
        Try For Free
      </ButtonLink>
    </>
  );
}
