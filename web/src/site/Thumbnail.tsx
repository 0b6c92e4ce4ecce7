import { useState } from 'react';
import styles from './Video.module.css';

/** The video service's picture of a video, through our server. While there is none, what is drawn under it shows. */
export function Thumbnail({ id, isFirst = false }: { id: string; isFirst?: boolean }) {
  const [failed, setFailed] = useState(false);
  if (failed) return null;
  return (
    <img
      className={styles.thumbnail}
      src={`/api/public/videos/${encodeURIComponent(id)}/thumbnail`}
      alt=""
      width={640}
      height={360}
      loading={isFirst ? undefined : 'lazy'}
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0) setFailed(true);
      }}
      onError={() => setFailed(true)}
    />
  );
}

/** The seller's own picture of a video. `isFirst`: a visitor sees it first. */
export function PosterPicture({ src, isFirst }: { src: string; isFirst: boolean }) {
  return (
    <img
      className={styles.thumbnail}
      src={src}
      alt=""
      width={1280}
      height={720}
      {...(isFirst ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
    />
  );
}
