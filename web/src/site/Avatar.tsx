import { FallbackImage } from './FallbackImage.tsx';
import styles from './Avatar.module.css';

/** Who has no picture, or one that does not load, gets this (docs/product.md#fallbacks). */
const DEFAULT_AVATAR = '/avatar.svg';

export function Avatar({ src, size = 48 }: { src?: string | null; size?: number }) {
  return (
    <FallbackImage
      className={styles.avatar}
      src={src ?? DEFAULT_AVATAR}
      fallback={DEFAULT_AVATAR}
      alt=""
      width={size}
      height={size}
      loading="lazy"
    />
  );
}
