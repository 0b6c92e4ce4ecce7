import { type MetaFunction, useSearchParams } from 'react-router';
import { useState } from 'react';
import { pages } from '../../lib/pages.ts';
import { tweaks } from '@framelift/contracts/content/tweaks';
import { usePageMeta } from '../../lib/meta.ts';
import { useBrand } from '../../lib/siteContent.ts';
import { useHydrated } from '../../ui/useHydrated.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Hero } from '../Hero.tsx';
import { Sections } from '../Section.tsx';
import { Filters } from './Filters.tsx';
import { TweakCard } from './TweakCard.tsx';
import { findTweaks, readWanted, type Wanted, writeWanted } from './tweakList.ts';
import { listData } from './tweakData.ts';
import { tweakPage } from './tweakPages.ts';
import styles from './tweaks.module.css';
import { useTweakRelease } from './useTweakRelease.ts';

const FEED = '/tweaks.atom';

export const meta: MetaFunction = () => [
  ...usePageMeta(pages.tweaks, listData('ItemList', tweaks.map(tweakPage))),
  { tagName: 'link', rel: 'alternate', type: 'application/atom+xml', title: `Free tweaks of ${useBrand().name}`, href: FEED },
];

const noParams = new URLSearchParams();

export default function TweaksPage() {
  const [params, setParams] = useSearchParams();
  // The server knows no query; the browser's first render must equal it.
  const address = readWanted(useHydrated() ? params : noParams);
  // What is being typed; the address follows a moment later, too late for an input that waits for it.
  const [typed, setTyped] = useState<string | null>(null);
  if (typed !== null && typed === address.search) setTyped(null);
  const wanted = { ...address, search: typed ?? address.search };
  const found = findTweaks(tweaks, wanted);
  const [playing, setPlaying] = useState<string | null>(null);
  const releaseOf = useTweakRelease();

  const change = (part: Partial<Wanted>) => {
    setPlaying(null);
    if (part.search !== undefined) setTyped(part.search);
    setParams((now) => writeWanted(now, part), { replace: true, preventScrollReset: true });
  };

  return (
    <>
      <Hero
        eyebrow="Free Tweaks"
        title={`${tweaks.length} free tweaks`}
        lead="Small tools with a video guide each. Watch what it does, download it, undo it whenever you like."
      />
      <Sections>
        <div className={styles.layout}>
          <Filters wanted={wanted} onChange={change} />
          <output className="visually-hidden">
            {found.length} of {tweaks.length} tweaks shown
          </output>
          {found.length === 0 && <Empty text="No tweaks found." />}
          <ul className={styles.grid}>
            {found.map((tweak) => (
              <TweakCard
                key={tweak.repo}
                tweak={tweak}
                {...releaseOf(tweak)}
                playing={playing === tweak.repo}
                onPlay={() => setPlaying(tweak.repo)}
              />
            ))}
          </ul>
          <p>
            New tweaks also arrive in <a href={FEED}>an Atom feed</a>.
          </p>
        </div>
      </Sections>
    </>
  );
}
