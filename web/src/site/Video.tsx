// oxlint-disable react/iframe-missing-sandbox -- the player has another origin, so it cannot reach out and lift its own sandbox
import { firstBrand } from '@framelift/contracts/content/brand';
import { videoIdOf } from '@framelift/contracts/content/guides';
import { Play } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useBrand } from '../lib/siteContent.ts';
import { AppPreview } from './AppPreview.tsx';
import { PosterPicture, Thumbnail } from './Thumbnail.tsx';
import styles from './Video.module.css';

interface Props {
  title: string;
  url: string;
  /** Controlled by somebody who shows several; by itself it remembers. */
  playing?: boolean;
  onPlay?: () => void;
  /** What is drawn where the video has no thumbnail. */
  poster?: ReactNode;
  /** In place of the thumbnail, and of what is drawn. */
  picture?: string | null;
  /** It is what a visitor sees first. */
  isFirst?: boolean;
}

/** A poster that comes from here: no browser asks the video service before somebody plays it. Without scripts there is a link. */
export function Video({ title, url, playing, onPlay, poster, picture, isFirst = false }: Props) {
  const [own, setOwn] = useState(false);
  const [shown, play] = onPlay ? [playing, onPlay] : [own, () => setOwn(true)];
  if (shown)
    return (
      <iframe
        className={styles.player}
        width={640}
        height={360}
        title={title}
        src={`https://www.youtube-nocookie.com/embed/${videoIdOf(url)}?autoplay=1&rel=0`}
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
        referrerPolicy="strict-origin-when-cross-origin"
      />
    );
  return (
    <>
      <button type="button" className={`night ${styles.poster}`} onClick={play}>
        <span className="visually-hidden">Play video: {title}</span>
        {picture ? <PosterPicture src={picture} isFirst={isFirst} /> : (poster ?? <DefaultPoster title={title} />)}
        {!picture && <Thumbnail id={videoIdOf(url)} isFirst={isFirst} />}
        <span className={styles.play} aria-hidden="true">
          <Play />
        </span>
      </button>
      <div className="no-scripts">
        <a href={url}>Watch the video: {title}</a>
      </div>
    </>
  );
}

/** The picture of the app is the first shop's: another brand has the title alone. */
function DefaultPoster({ title }: { title: string }) {
  // A name may have a mark of the page editor at its end.
  const isOther = !useBrand().name.startsWith(firstBrand.name);
  return (
    <span className={styles.scene} aria-hidden="true">
      {!isOther && <AppPreview />}
      <span className={styles.title}>{title}</span>
    </span>
  );
}
