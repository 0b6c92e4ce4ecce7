import { QrCode } from 'lucide-react';
import { formatDays } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { CopyField } from '../../ui/CopyField.tsx';
import { SectionTitle } from '../../ui/layout/SectionTitle.tsx';
import { Soft } from '../../ui/layout/Text.tsx';
import { affiliateLink } from './affiliateLink.ts';
import styles from './LinkCard.module.css';

interface Props {
  username: string;
  windowDays: number;
  onShare: () => void;
}

/** The link to the page that sells, at hand; every other one is built where it is shared. */
export function LinkCard({ username, windowDays, onShare }: Props) {
  return (
    <Card as="section" className={styles.card}>
      <div>
        <SectionTitle>Your Affiliate Link</SectionTitle>
        <Soft>You earn on every purchase within {formatDays(windowDays)} of a click.</Soft>
      </div>
      <div className={styles.link}>
        <CopyField label="Affiliate link" variant="secondary" value={affiliateLink(username)} copied="Copied!" />
        <Button variant="ghost" size="small" onClick={onShare}>
          <QrCode aria-hidden />
          Other page, campaign or QR code
        </Button>
      </div>
    </Card>
  );
}
