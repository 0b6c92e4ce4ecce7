import { type MetaFunction, useSearchParams } from 'react-router';
import { useState } from 'react';
import { pages } from '../../lib/pages.ts';
import { type Tweak, tweaks } from '@framelift/contracts/content/tweaks';
import { useExampleData } from '../exampleData.ts';
import { formatCount } from '../../lib/format.ts';
import { pageMeta } from '../../lib/meta.ts';
import { useTweakDownloads } from '../feeds.ts';
import { useHydrated } from '../../ui/useHydrated.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Hero } from '../Hero.tsx';
import { Sections } from '../Section.tsx';
import { Filters } from './Filters.tsx';
import { TweakCard } from './TweakCard.tsx';
import { findTweaks, readWanted, type Wanted, writeWanted } from './tweakList.ts';
import styles from './tweaks.module.css';

export const meta: MetaFunction = () => pageMeta(pages.tweaks);

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
  const { data } = useTweakDownloads();

  const change = (part: Partial<Wanted>) => {
    setPlaying(null);
    if (part.search !== undefined) setTyped(part.search);
    setParams((now) => writeWanted(now, part), { replace: true, preventScrollReset: true });
  };
  const example = useExampleData();
  const releaseOf = ({ repo }: Tweak) => data?.tweaks.find((counted) => counted.repo === repo);
  const downloadsOf = (tweak: Tweak) => {
    const downloads = releaseOf(tweak)?.downloads;
    return typeof downloads === 'number' ? formatCount(downloads) : 'N/A';
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
                downloads={downloadsOf(tweak)}
                // The content names the seller's page; in the sandbox there is none, but a file.
                href={(example && releaseOf(tweak)?.downloadUrl) || tweak.downloadUrl}
                playing={playing === tweak.repo}
                onPlay={() => setPlaying(tweak.repo)}
              />
            ))}
          </ul>
        </div>
      </Sections>
    </>
  );
}
