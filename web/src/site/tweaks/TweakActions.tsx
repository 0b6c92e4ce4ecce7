import type { ShownTweak } from '@framelift/contracts/tweaks';
import { Download, Share2 } from 'lucide-react';
import { Button, ButtonAnchor } from '../../ui/Button.tsx';
import { ShareOutcome, useShare } from './share.tsx';

interface Props {
  tweak: ShownTweak;
  /** Where the download is. */
  href: string;
  /** The page is about this tweak. */
  main?: boolean;
}

export function TweakActions({ tweak, href, main }: Props) {
  const { share, outcome, forget } = useShare();
  const size = main ? 'large' : 'medium';
  return (
    <>
      <ButtonAnchor
        variant={main ? 'primary' : 'secondary'}
        size={size}
        href={href}
        target="_blank"
        rel="noreferrer"
        aria-label={`Download ${tweak.title}`}
      >
        <Download aria-hidden />
        Download
      </ButtonAnchor>
      <Button variant={main ? 'secondary' : 'ghost'} size={size} onClick={() => share(tweak)} aria-label={`Share ${tweak.title}`}>
        <Share2 aria-hidden />
        Share
      </Button>
      <ShareOutcome outcome={outcome} onForget={forget} />
    </>
  );
}
