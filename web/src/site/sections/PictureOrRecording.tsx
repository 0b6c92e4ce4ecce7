import { Video } from '../Video.tsx';
import type { ContentOfKind } from './kindContents.ts';
import styles from './sections.module.css';

/** A picture; with a recording, which loads when a visitor starts it, the picture is its poster. */
export function PictureOrRecording({
  picture,
  alt,
  recording,
  caption,
}: Pick<ContentOfKind<'picture'>, 'picture' | 'alt' | 'recording' | 'caption'>) {
  if (recording === null && picture === null) return null;
  return (
    <figure className={styles.figure}>
      {recording !== null ? (
        <Video title={alt || caption || 'Recording'} url={recording} picture={picture} poster={<span>{caption}</span>} />
      ) : (
        <img className={styles.picture} src={picture!} alt={alt} loading="lazy" />
      )}
      {caption && <figcaption className={styles.caption}>{caption}</figcaption>}
    </figure>
  );
}
