import type { ReleaseView } from '@framelift/contracts';
import { Download } from 'lucide-react';
import { Button, ButtonAnchor } from '../../ui/Button.tsx';

/** The button waits for a link; without an answer there is none (docs/product.md#fallbacks). */
export function DownloadButton({ release, isWaiting }: { release: ReleaseView | undefined; isWaiting: boolean }) {
  if (release?.downloadUrl)
    return (
      <ButtonAnchor variant="primary" size="large" href={release.downloadUrl} rel="noreferrer">
        <Download aria-hidden />
        Download
      </ButtonAnchor>
    );
  return (
    <Button variant="primary" size="large" disabled>
      <Download aria-hidden />
      {isWaiting ? 'Loading...' : 'No download available'}
    </Button>
  );
}
