import { StatusBadge, Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { Faint } from '../../ui/layout/Text.tsx';
import { Toolbar } from '../../ui/layout/Toolbar.tsx';
import { TierBadge } from '../../ui/lists/TierBadge.tsx';
import { TermsLoaded } from '../programme/TermsLoaded.tsx';
import type { OneAffiliate } from './affiliateApi.ts';
import styles from './AffiliatePage.module.css';
import { EditInPlace } from './EditInPlace.tsx';

/** Who it is, and what changes often in place; the rest is behind Edit. */
export function AffiliateHead({ affiliate, onEdit }: { affiliate: OneAffiliate; onEdit: () => void }) {
  const { id, username, email, emailConfirmed, status, tier, tierName, underReview } = affiliate;
  return (
    <Card as="section">
      <Stack>
        <Toolbar>
          <div className={styles.who}>
            <div className={styles.name}>
              <h2 title={username}>{username}</h2>
              <StatusBadge status={status} />
              <TierBadge tier={tier} name={tierName} />
              {underReview && <Badge tone="red">Under review</Badge>}
            </div>
            <Faint>
              <span className={styles.address}>
                {email || 'No e-mail address'}
                {email && !emailConfirmed && ' · Not confirmed'} · {id}
              </span>
            </Faint>
          </div>
          <Button aria-label={`Edit ${username}`} onClick={onEdit}>
            Edit
          </Button>
        </Toolbar>
        <TermsLoaded>{({ terms }) => <EditInPlace affiliate={affiliate} tiers={terms.tiers} />}</TermsLoaded>
      </Stack>
    </Card>
  );
}
