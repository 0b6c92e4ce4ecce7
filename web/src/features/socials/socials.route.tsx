// oxlint-disable react/iframe-missing-sandbox -- the framed page has another origin, so it cannot reach out and lift its own sandbox
import { ArrowLeft, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { type MetaFunction, useNavigate } from 'react-router';
import { links } from '../../content/links.ts';
import { pages } from '../../content/pages.ts';
import { pageMeta } from '../../lib/meta.ts';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonAnchor } from '../../ui/Button.tsx';
import { FrameBars } from '../../ui/FrameBars.tsx';
import styles from './socials.module.css';

export const meta: MetaFunction = () => pageMeta(pages.socials);

const host = new URL(links.socials).host;

/** One step back within the site; home for those who came from elsewhere (SPEC §2). */
const cameFromHere = (): boolean => {
  // The first entry of the history has index 0: later ones were reached by a link of ours.
  if (((window.history.state as { idx?: number } | null)?.idx ?? 0) > 0) return true;
  return document.referrer.startsWith(`${window.location.origin}/`);
};

export default function SocialsPage() {
  const navigate = useNavigate();
  const [shown, setShown] = useState(false);
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <Button size="small" className={styles.back} onClick={() => (cameFromHere() ? navigate(-1) : navigate(paths.home))}>
        <ArrowLeft aria-hidden />
        Go Back
      </Button>
      {shown ? (
        <>
          <h1 className="visually-hidden">Socials</h1>
          <iframe
            className={styles.frame}
            src={links.socials}
            title="Our socials"
            sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox"
          />
        </>
      ) : (
        <Ask onShow={() => setShown(true)} />
      )}
    </main>
  );
}

/** Nothing is asked of another company before the visitor asks for it. */
function Ask({ onShow }: { onShow: () => void }) {
  return (
    <div className={styles.ask}>
      <FrameBars />
      <h1 className={styles.title}>Socials</h1>
      <p className={styles.lead}>
        Chat, videos, code and news: all our places on one page. It is hosted by {host} and loads when you say so.
      </p>
      <div className={styles.actions}>
        <Button variant="primary" size="large" onClick={onShow}>
          Show Our Socials
        </Button>
        <ButtonAnchor size="large" href={links.socials} target="_blank" rel="noreferrer">
          <ExternalLink aria-hidden />
          Open in a New Tab
        </ButtonAnchor>
      </div>
    </div>
  );
}
