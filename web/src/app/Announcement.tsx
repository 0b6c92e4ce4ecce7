import { Link } from 'react-router';
import { useIsShown, useSite } from '../lib/siteContent.ts';
import styles from './Announcement.module.css';

/** The seller's line over every public page. */
export function Announcement() {
  const { text, link } = useSite()?.announcement ?? {};
  const isShown = useIsShown();
  if (!text) return null;
  return (
    <aside className={styles.line} aria-label="Announcement">
      <p>{link && isShown(link) ? <Target to={link} text={text} /> : text}</p>
    </aside>
  );
}

function Target({ to, text }: { to: string; text: string }) {
  if (to.startsWith('/')) return <Link to={to}>{text}</Link>;
  return (
    <a href={to} rel="noreferrer">
      {text}
    </a>
  );
}
