import { Download, Share2 } from 'lucide-react';
import type { Tweak } from '@framelift/contracts/content/tweaks';
import { formatDate } from '../../lib/format.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button, ButtonAnchor } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Video } from '../Video.tsx';
import { ShareOutcome, useShare } from './share.tsx';
import { TweakPoster } from './TweakPoster.tsx';
import { timeOf } from './tweakList.ts';
import styles from './tweaks.module.css';

interface Props {
  tweak: Tweak;
  downloads: string;
  /** Where the download is. */
  href: string;
  playing: boolean;
  onPlay: () => void;
}

export function TweakCard({ tweak, downloads, href, playing, onPlay }: Props) {
  const { title, description, tags, dateAdded, videoUrl } = tweak;
  const { share, outcome, forget } = useShare();
  return (
    <Card as="li" className={styles.card}>
      <Video title={title} url={videoUrl} playing={playing} onPlay={onPlay} poster={<TweakPoster tweak={tweak} />} />
      <div className={styles.text}>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.description}>{description}</p>
        <ul className={styles.tags} aria-label="Tags">
          {tags.map((tag) => (
            <li key={tag}>
              <Badge>{tag}</Badge>
            </li>
          ))}
        </ul>
        <p className={styles.facts}>
          <span>Added {formatDate(timeOf(dateAdded))}</span>
          <span>
            {downloads} <span className={styles.unit}>downloads</span>
          </span>
        </p>
        <div className={styles.actions}>
          <ButtonAnchor variant="primary" href={href} target="_blank" rel="noreferrer" aria-label={`Download ${title}`}>
            <Download aria-hidden />
            Download
          </ButtonAnchor>
          <Button onClick={() => share(title)} aria-label={`Share ${title}`}>
            <Share2 aria-hidden />
            Share
          </Button>
        </div>
        <ShareOutcome outcome={outcome} onForget={forget} />
      </div>
    </Card>
  );
}
