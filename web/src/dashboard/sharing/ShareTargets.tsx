import { useState } from 'react';
import { affiliatePage } from '@framelift/contracts/content/page-affiliate';
import { filled } from '../../lib/filled.ts';
import { useBrand, useMainProduct, useSection } from '../../lib/siteContent.ts';
import { Banner, BANNER_MS } from '../../ui/Banner.tsx';
import { Button, ButtonAnchor } from '../../ui/Button.tsx';
import { copy } from '../../ui/clipboard.ts';
import styles from './ShareDialog.module.css';

const targets: { name: string; href: (link: string, message: string) => string }[] = [
  { name: 'Facebook', href: (link) => `https://www.facebook.com/sharer/sharer.php?u=${link}` },
  { name: 'Twitter', href: (_link, message) => `https://twitter.com/intent/tweet?text=${message}` },
  { name: 'LinkedIn', href: (link) => `https://www.linkedin.com/sharing/share-offsite/?url=${link}` },
  { name: 'Telegram', href: (link, message) => `https://t.me/share/url?url=${link}&text=${message}` },
  { name: 'WhatsApp', href: (_link, message) => `https://wa.me/?text=${message}` },
];

/** Where a link can be shared, and the message that goes along. */
export function ShareTargets({ link }: { link: string }) {
  const [notice, setNotice] = useState<string | null>(null);
  const { name } = useBrand();
  const { shareText } = useSection('pages.affiliate', affiliatePage);
  const message = `${filled(shareText, { product: useMainProduct()?.title ?? name })} ${link}`;

  // Instagram takes no text by link, so the message travels by clipboard.
  const openInstagram = async () => {
    const copied = await copy(message);
    window.open('https://www.instagram.com/', '_blank', 'noopener');
    setNotice(copied ? 'Instagram opened! Message copied to clipboard for easy pasting.' : null);
  };

  return (
    <>
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
      {notice && <Banner tone="success" text={notice} onDismiss={() => setNotice(null)} lasts={BANNER_MS} />}
      <div>
        <h3 className={`${styles.title} ${styles.previewTitle}`}>Message preview</h3>
        <p className={styles.preview}>{message}</p>
      </div>
    </>
  );
}
