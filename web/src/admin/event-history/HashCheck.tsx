import type { OneEventView } from '@framelift/contracts';
import { CircleAlert, Link2, ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { chainHash } from './chainHash.ts';
import { EventPart } from './EventPart.tsx';
import styles from './HashCheck.module.css';

/** The link of the chain that ends in this event, computed again where the admin sits. */
export function HashCheck({ event, previousHash }: OneEventView) {
  const [computed, setComputed] = useState<string | null>(null);
  useEffect(() => {
    let left = false;
    void chainHash(previousHash, event).then((hash) => !left && setComputed(hash));
    return () => void (left = true);
  }, [event, previousHash]);

  return (
    <EventPart title="Chain" label="Hash chain">
      <dl className={styles.hashes}>
        <div>
          <dt>Hash before</dt>
          <dd>{previousHash}</dd>
        </div>
        <Link2 aria-hidden />
        <div>
          <dt>Hash</dt>
          <dd>{event.hash}</dd>
        </div>
      </dl>
      <output className={styles.verdict} data-right={computed === null ? undefined : computed === event.hash}>
        {computed === null && 'Computing the hash…'}
        {computed === event.hash && (
          <>
            <ShieldCheck aria-hidden />
            Verified in this browser: the hash matches.
          </>
        )}
        {computed !== null && computed !== event.hash && (
          <>
            <CircleAlert aria-hidden />
            Computed in this browser, the hash is {computed}: this event or the one before it was changed.
          </>
        )}
      </output>
    </EventPart>
  );
}
