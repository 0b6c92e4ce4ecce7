import { tweaks } from '@framelift/contracts/content/tweaks';
import { ArrowLeft } from 'lucide-react';
import { Link, type MetaFunction, useLocation } from 'react-router';
import { usePageMeta } from '../../lib/meta.ts';
import { pages } from '../../lib/pages.ts';
import { paths } from '../../lib/paths.ts';
import { Hero } from '../Hero.tsx';
import { Section, Sections } from '../Section.tsx';
import { Video } from '../Video.tsx';
import styles from './tweak.module.css';
import { TweakActions } from './TweakActions.tsx';
import { TweakChanges } from './TweakChanges.tsx';
import { TweakFacts } from './TweakFacts.tsx';
import { listData, tweakData } from './tweakData.ts';
import { tweakAt, tweakPage } from './tweakPages.ts';
import { TweakPoster } from './TweakPoster.tsx';
import { useTweakRelease } from './useTweakRelease.ts';

export const meta: MetaFunction = ({ location }) => {
  const tweak = tweakAt(location.pathname);
  const page = tweakPage(tweak);
  return usePageMeta(page, tweakData(tweak), listData('BreadcrumbList', [pages.tweaks, page]));
};

/** The page of one tweak: what it changes, and how to undo it. */
export default function TweakPage() {
  const tweak = tweakAt(useLocation().pathname);
  const { downloads, href } = useTweakRelease()(tweak);
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
        <Section beside eyebrow="Undo" title="How to undo it">
          <p className={styles.undo}>{tweak.undo}</p>
        </Section>
        <p>
          <Link className={styles.back} to={paths.tweaks}>
            <ArrowLeft aria-hidden />
            All {tweaks.length} free tweaks
          </Link>
        </p>
      </Sections>
    </>
  );
}
