// oxlint-disable react/iframe-missing-sandbox -- the framed page has another origin, so it cannot reach out and lift its own sandbox
import { ArrowLeft } from 'lucide-react';
import { type MetaFunction, useNavigate } from 'react-router';
import { links } from '../../content/links.ts';
import { pageMeta } from '../../lib/meta.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './socials.module.css';

export const meta: MetaFunction = () => pageMeta({ title: 'Socials', description: 'Every place where you find us.' });

/** One step back within the site; home for those who came from elsewhere (SPEC §2). */
const cameFromHere = (): boolean => {
  // The first entry of the history has index 0: later ones were reached by a link of ours.
  if (((window.history.state as { idx?: number } | null)?.idx ?? 0) > 0) return true;
  return document.referrer.startsWith(`${window.location.origin}/`);
};

export default function SocialsPage() {
  const navigate = useNavigate();
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <h1 className="visually-hidden">Socials</h1>
      <Button size="small" className={styles.back} onClick={() => (cameFromHere() ? navigate(-1) : navigate(paths.home))}>
        <ArrowLeft aria-hidden />
        Go Back
      </Button>
      <iframe
        className={styles.frame}
        src={links.socials}
        title="Our socials"
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox"
      />
    </main>
  );
}
