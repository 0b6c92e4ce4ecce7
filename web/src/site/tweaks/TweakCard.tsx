import type { ShownTweak } from '@framelift/contracts/tweaks';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { tweakPath } from '../../lib/paths.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { Video } from '../Video.tsx';
import { TweakActions } from './TweakActions.tsx';
import { TweakFacts } from './TweakFacts.tsx';
import { TweakPoster } from './TweakPoster.tsx';
import styles from './tweaks.module.css';

interface Props {
  tweak: ShownTweak;
  downloads: string;
  /** Where the download is. */
  href: string;
  playing: boolean;
  onPlay: () => void;
}

export function TweakCard({ tweak, downloads, href, playing, onPlay }: Props) {
  const { title, description, tags, videoUrl } = tweak;
  return (
    <Card as="li" className={styles.card}>
      <Video title={title} url={videoUrl} playing={playing} onPlay={onPlay} poster={<TweakPoster tweak={tweak} />} />
      <div className={styles.text}>
        <h2 className={styles.title}>
          <Link to={tweakPath(tweak)}>
            {title}
            <ChevronRight aria-hidden />
          </Link>
        </h2>
        <p className={styles.description}>{description}</p>
        <ul className={styles.tags} aria-label="Tags">
          {tags.map((tag, i) => (
            <li key={i}>
              <Badge>{tag}</Badge>
            </li>
          ))}
        </ul>
        <TweakFacts tweak={tweak} downloads={downloads} />
        <div className={styles.actions}>
          <TweakActions tweak={tweak} href={href} />
        </div>
      </div>
    </Card>
  );
}
