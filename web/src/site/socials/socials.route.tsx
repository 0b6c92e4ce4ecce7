// oxlint-disable react/iframe-missing-sandbox -- the framed page has another origin, so it cannot reach out and lift its own sandbox
import { ArrowLeft } from 'lucide-react';
import { type MetaFunction, useNavigate } from 'react-router';
import { links } from '../content/links.ts';
import { pages } from '../../lib/pages.ts';
import { pageMeta } from '../../lib/meta.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { canStepBack, stepBack } from './stepBack.ts';
import styles from './socials.module.css';

export const meta: MetaFunction = () => pageMeta(pages.socials);

/** The page of all our places, which another host serves (docs/product.md#socials). */
export default function SocialsPage() {
  const navigate = useNavigate();
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <Button size="small" className={styles.back} onClick={() => (canStepBack() ? stepBack() : navigate(paths.home))}>
        <ArrowLeft aria-hidden />
        Go Back
      </Button>
      <h1 className="visually-hidden">Socials</h1>
      <iframe
        className={styles.frame}
        src={links.socials}
        title="Our socials"
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox"
      />
    </main>
  );
}
