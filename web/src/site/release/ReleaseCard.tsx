import { Monitor } from 'lucide-react';
import { formatCount } from '../../lib/format.ts';
import { useRelease } from '../feeds.ts';
import { Card } from '../../ui/Card.tsx';
import { DownloadButton } from './DownloadButton.tsx';
import styles from './ReleaseCard.module.css';

interface Props {
  product: 'free' | 'fortnite';
  name: string;
  /** What it runs on. */
  system: string;
  /** Where the releases are listed, for those without scripts. */
  releases: string;
}

/** Version, downloads and the download itself. The button waits for a link; without an answer there is none (docs/product.md#fallbacks). */
export function ReleaseCard({ product, name, system, releases }: Props) {
  const { data, isLoading, isError } = useRelease(product);
  const waiting = isLoading || (!data && !isError);
  const shown = (value: string | null | undefined) => (waiting ? 'Loading...' : (value ?? 'Error'));
  const downloads = typeof data?.downloads === 'number' ? formatCount(data.downloads) : null;
  return (
    <Card as="section" className={styles.card} aria-labelledby={`release-${product}`}>
      <h2 id={`release-${product}`} className={styles.title}>
        {name}
      </h2>
      <dl className={styles.facts}>
        <div>
          <dt>Version</dt>
          <dd>{shown(data?.version)}</dd>
        </div>
        <div>
          <dt>Total downloads</dt>
          <dd>{shown(downloads)}</dd>
        </div>
      </dl>
      <DownloadButton release={data} isWaiting={waiting} />
      <div className="no-scripts">
        <a href={releases}>All releases of the {name}</a>
      </div>
      <p className={styles.system}>
        <Monitor aria-hidden />
        {system}
      </p>
    </Card>
  );
}
