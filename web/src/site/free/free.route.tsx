import type { MetaFunction } from 'react-router';
import { freeUtility } from '../content/downloads.ts';
import { pages } from '../../lib/pages.ts';
import { products } from '../content/products.ts';
import { pageMeta, soldOn } from '../../lib/meta.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { CallToAction } from '../CallToAction.tsx';
import { Hero } from '../Hero.tsx';
import { Points } from '../Points.tsx';
import { ReleaseCard } from '../release/ReleaseCard.tsx';
import { Section, Sections } from '../Section.tsx';
import { Video } from '../Video.tsx';

export const meta: MetaFunction = () => pageMeta(pages.free);
export const handle = soldOn(products.free);

export default function FreePage() {
  const { title, lead, releases, safety, setup, video } = freeUtility;
  return (
    <>
      <Hero
        eyebrow="Free Utility"
        title={title}
        lead={lead}
        aside={<ReleaseCard product="free" name="Free Utility" releases={releases} />}
      />
      <Sections>
        <Section title="Safe on your PC" lead="Leaves no trace.">
          <Points points={safety} />
        </Section>
        <Section title="Quick setup" lead="From download to the first tuned match in three steps.">
          <Points points={setup} numbered />
        </Section>
        <Section beside title="Watch the tutorial" lead="The whole setup in a few minutes. The video loads when you start it.">
          <Video {...video} />
        </Section>
        <CallToAction
          title="When the basics are not enough"
          lead="Premium picks up where Free leaves off: hardware, BIOS, network and every game."
        >
          <ButtonLink to={paths.premium} variant="primary" size="large">
            See Premium
          </ButtonLink>
        </CallToAction>
      </Sections>
    </>
  );
}
