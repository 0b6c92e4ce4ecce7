// oxlint-disable react/iframe-missing-sandbox -- the framed page has another origin, so it cannot reach out and lift its own sandbox
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { type MetaFunction, useNavigate } from 'react-router';
import { pages } from '../../lib/pages.ts';
import { usePageMeta } from '../../lib/meta.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { useSocials } from '../feeds.ts';
import { Places } from './Places.tsx';
import { canStepBack, stepBack } from './stepBack.ts';
import styles from './socials.module.css';

export const meta: MetaFunction = () => usePageMeta(pages.socials);

/** Our own links, and over them the page of all our places, which another host serves, once it loads (docs/product.md#socials). */
export default function SocialsPage() {
  const navigate = useNavigate();
  const frameUrl = useSocials().data?.frameUrl;
  const [isLoaded, setLoaded] = useState(false);
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <Button size="small" className={styles.back} onClick={() => (canStepBack() ? stepBack() : navigate(paths.home))}>
        <ArrowLeft aria-hidden />
        Go Back
      </Button>
      <h1 className="visually-hidden">Socials</h1>
      <Places inert={isLoaded} />
      {frameUrl && (
        <iframe
          className={isLoaded ? styles.frame : styles.loading}
          src={frameUrl}
          title="Our socials"
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox"
          onLoad={() => setLoaded(true)}
        />
      )}
    </main>
  );
}
