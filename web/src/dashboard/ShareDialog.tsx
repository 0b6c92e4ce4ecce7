import { useState } from 'react';
import { copy } from '../ui/clipboard.ts';
import { Banner, BANNER_MS } from '../ui/Banner.tsx';
import { Button, ButtonAnchor } from '../ui/Button.tsx';
import { CopyField } from '../ui/CopyField.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { affiliateLink, shareMessage } from './affiliateLink.ts';
import styles from './ShareDialog.module.css';

const targets: { name: string; href: (link: string, message: string) => string }[] = [
  { name: 'Facebook', href: (link) => `https://www.facebook.com/sharer/sharer.php?u=${link}` },
  { name: 'Twitter', href: (_link, message) => `https://twitter.com/intent/tweet?text=${message}` },
  { name: 'LinkedIn', href: (link) => `https://www.linkedin.com/sharing/share-offsite/?url=${link}` },
  { name: 'Telegram', href: (link, message) => `https://t.me/share/url?url=${link}&text=${message}` },
  { name: 'WhatsApp', href: (_link, message) => `https://wa.me/?text=${message}` },
];

export function ShareDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const [told, setTold] = useState<string | null>(null);
  const link = affiliateLink(username);
  const message = shareMessage(link);

  // Instagram takes no text by link, so the message travels by clipboard.
  const openInstagram = async () => {
    const copied = await copy(message);
    window.open('https://www.instagram.com/', '_blank', 'noopener');
    setTold(copied ? 'Instagram opened! Message copied to clipboard for easy pasting.' : null);
  };

  return (
    <Dialog title="Share Your Affiliate Link" onClose={onClose}>
      <CopyField label="Affiliate link" value={link} copied="Copied to clipboard!" />
      <div className={styles.targets}>
        {targets.map(({ name, href }) => (
          <ButtonAnchor
            key={name}
            size="small"
            href={href(encodeURIComponent(link), encodeURIComponent(message))}
            target="_blank"
            rel="noreferrer"
          >
            {name}
          </ButtonAnchor>
        ))}
        <Button size="small" onClick={openInstagram}>
          Instagram
        </Button>
      </div>
      {told && <Banner tone="success" text={told} onDismiss={() => setTold(null)} lasts={BANNER_MS} />}
      <div>
        <h3 className={styles.previewTitle}>Message preview</h3>
        <p className={styles.preview}>{message}</p>
      </div>
    </Dialog>
  );
}
