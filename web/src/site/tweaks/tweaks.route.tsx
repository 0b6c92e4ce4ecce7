import { type MetaFunction, useSearchParams } from 'react-router';
import { useEffect, useRef, useState } from 'react';
import { pages } from '../../lib/pages.ts';
import { tweaksPage } from '@framelift/contracts/content/page-tweaks';
import { filled } from '../../lib/filled.ts';
import { usePageMeta } from '../../lib/meta.ts';
import { useSection } from '../../lib/siteContent.ts';
import { useHydrated } from '../../ui/useHydrated.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Hero } from '../Hero.tsx';
import { Sections } from '../Section.tsx';
import { Filters } from './Filters.tsx';
import { TweakCard } from './TweakCard.tsx';
import { findTweaks, readWanted, tagsOf, type Wanted, writeWanted } from './tweakList.ts';
import { listData } from './tweakData.ts';
import { tweakPage } from './tweakPage.ts';
import styles from './tweaks.module.css';
import { useTweakRelease } from './useTweakRelease.ts';
import { useTweaks } from './useTweaks.ts';

const FEED = '/tweaks.atom';

export const meta: MetaFunction = () => [
  ...usePageMeta(pages.tweaks, listData('ItemList', useTweaks().map(tweakPage))),
  { tagName: 'link', rel: 'alternate', type: 'application/atom+xml', title: useSection('pages.tweaks', tweaksPage).feedTitle, href: FEED },
];

const noParams = new URLSearchParams();

export default function TweaksPage() {
  const tweaks = useTweaks();
  const tags = tagsOf(tweaks);
  const { eyebrow, listTitle, lead } = useSection('pages.tweaks', tweaksPage);
  const [params, setParams] = useSearchParams();
  // The server knows no query; the browser's first render must equal it.
  const address = readWanted(useHydrated() ? params : noParams, tags);
  // What is being typed; the address follows a moment later, too late for an input that waits for it.
  const [typed, setTyped] = useState<string | null>(null);
  if (typed !== null && typed === address.search) setTyped(null);
  const wanted = { ...address, search: typed ?? address.search };
  const found = findTweaks(tweaks, wanted);
  const [playing, setPlaying] = useState<string | null>(null);
  const releaseOf = useTweakRelease();

  // The router forgets the first of two changes before it has shown it.
  const latest = useRef(params);
  useEffect(() => void (latest.current = params), [params]);
  const change = (part: Partial<Wanted>) => {
    setPlaying(null);
    if (part.search !== undefined) setTyped(part.search);
    setParams((latest.current = writeWanted(latest.current, part)), { replace: true, preventScrollReset: true });
  };

  return (
    <>
      <Hero eyebrow={eyebrow} title={filled(listTitle, { count: String(tweaks.length) })} lead={lead} />
      <Sections>
        <div className={styles.layout}>
          <Filters wanted={wanted} tags={tags} onChange={change} />
          <output className="visually-hidden">
            {found.length} of {tweaks.length} tweaks shown
          </output>
          {found.length === 0 && <Empty text="No tweaks found." />}
          <ul className={styles.grid}>
            {found.map((tweak) => (
              <TweakCard
                key={tweak.slug}
                tweak={tweak}
                {...releaseOf(tweak)}
                playing={playing === tweak.slug}
                onPlay={() => setPlaying(tweak.slug)}
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
