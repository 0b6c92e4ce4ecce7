import { tweaksPage } from '@framelift/contracts/content/page-tweaks';
import type { ShownTweak } from '@framelift/contracts/tweaks';
import { ArrowLeft } from 'lucide-react';
import { Link, type MetaFunction, useParams } from 'react-router';
import { filled } from '../../lib/filled.ts';
import { usePageInfo, usePageMeta } from '../../lib/meta.ts';
import { pages } from '../../lib/pages.ts';
import { paths } from '../../lib/paths.ts';
import { useSection } from '../../lib/siteContent.ts';
import { Hero } from '../Hero.tsx';
import { LongText } from '../long-text/LongText.tsx';
import NotFound from '../notFound.tsx';
import { Section, Sections } from '../Section.tsx';
import { Video } from '../Video.tsx';
import styles from './tweak.module.css';
import { TweakActions } from './TweakActions.tsx';
import { TweakChanges } from './TweakChanges.tsx';
import { TweakFacts } from './TweakFacts.tsx';
import { listData, tweakData } from './tweakData.ts';
import { tweakPage } from './tweakPage.ts';
import { TweakPoster } from './TweakPoster.tsx';
import { useTweakRelease } from './useTweakRelease.ts';
import { useTweak, useTweakCount } from './useTweaks.ts';

export const meta: MetaFunction = ({ params }) => {
  const tweak = useTweak(params['slug']!);
  const list = usePageInfo(pages.tweaks);
  const page = tweak ? tweakPage(tweak) : pages.notFound;
  return usePageMeta(page, ...(tweak ? [tweakData(tweak), listData('BreadcrumbList', [list, page])] : []));
};

/** The page of one tweak: what it changes, and how to undo it. An address without a tweak is no page. */
export default function TweakPage() {
  const tweak = useTweak(useParams()['slug']!);
  return tweak ? <About tweak={tweak} /> : <NotFound />;
}

function About({ tweak }: { tweak: ShownTweak }) {
  const { downloads, href } = useTweakRelease()(tweak);
  const count = useTweakCount();
  const { allLabel } = useSection('pages.tweaks', tweaksPage);
  return (
    <>
      <Hero
        eyebrow={tweak.tags.join(' · ')}
        title={tweak.title}
        lead={tweak.description}
        actions={
          <>
            <TweakActions tweak={tweak} href={href} main />
            <div className={styles.facts}>
              <TweakFacts tweak={tweak} downloads={downloads} />
            </div>
          </>
        }
        aside={<Video title={tweak.title} url={tweak.videoUrl} poster={<TweakPoster tweak={tweak} />} />}
      />
      <Sections>
        <Section eyebrow="Changes" title="What it changes" lead="Every setting, its new value and where you find it.">
          <TweakChanges changes={tweak.changes} />
        </Section>
        {tweak.guide && (
          <Section beside eyebrow="Guide" title="Step by step">
            <LongText text={tweak.guide} className={styles.undo} />
          </Section>
        )}
        <Section beside eyebrow="Undo" title="How to undo it">
          <LongText text={tweak.undo} className={styles.undo} />
        </Section>
        <p>
          <Link className={styles.back} to={paths.tweaks}>
            <ArrowLeft aria-hidden />
            {filled(allLabel, { count: String(count) })}
          </Link>
        </p>
      </Sections>
    </>
  );
}
