import { useState } from 'react';
import styles from './Video.module.css';

/** The video service's picture of a video, through our server. While there is none, what is drawn under it shows. */
export function Thumbnail({ id }: { id: string }) {
  const [failed, setFailed] = useState(false);
  if (failed) return null;
  return (
    <img
      className={styles.thumbnail}
      src={`/api/public/videos/${encodeURIComponent(id)}/thumbnail`}
      alt=""
      width={640}
      height={360}
      loading="lazy"
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0) setFailed(true);
      }}
      onError={() => setFailed(true)}
    />
  );
}
