import { useBrand } from '../lib/siteContent.ts';
import styles from './Logo.module.css';

/** The seller's logo, or the mark: frame times that rise. */
export function Logo() {
  const { name, logo } = useBrand();
  return (
    <span className={styles.logo}>
      {logo ? <img className={styles.picture} src={logo} alt="" /> : <Mark />}
      {name}
    </span>
  );
}

function Mark() {
  return (
    <svg className={styles.mark} viewBox="0 0 24 24" aria-hidden="true">
      <rect x="1" y="14" width="4.5" height="9" rx="1.2" />
      <rect x="7" y="9" width="4.5" height="14" rx="1.2" />
      <rect x="13" y="11.5" width="4.5" height="11.5" rx="1.2" opacity=".55" />
      <rect x="19" y="1" width="4.5" height="22" rx="1.2" />
    </svg>
  );
}
