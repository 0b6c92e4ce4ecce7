import type { ShownTweak } from '@framelift/contracts/tweaks';
import { useState } from 'react';
import { copy } from '../../ui/clipboard.ts';
import { tweakPath } from '../../lib/paths.ts';
import { CopyField } from '../../ui/CopyField.tsx';
import { LazyDialog } from '../../ui/dialogs/LazyDialog.tsx';
import { Toast } from '../../ui/layout/Toaster.tsx';

type Outcome = { copied: true } | { link: string } | null;

/** The browser's own sharing; else the link is copied; else it is shown to be copied by hand (docs/product.md#tweaks). */
export const useShare = () => {
  const [outcome, setOutcome] = useState<Outcome>(null);
  const share = async (tweak: ShownTweak) => {
    const link = window.location.origin + tweakPath(tweak);
    try {
      await navigator.share({ title: tweak.title, url: link });
    } catch (error) {
      // Closing the sheet is an answer, not a failure.
      if ((error as Error).name === 'AbortError') return;
      setOutcome((await copy(link)) ? { copied: true } : { link });
    }
  };
  return { share, outcome, forget: () => setOutcome(null) };
};

export function ShareOutcome({ outcome, onForget }: { outcome: Outcome; onForget: () => void }) {
  if (!outcome) return null;
  if ('copied' in outcome) return <Toast tone="success" text="Link copied to clipboard!" onDismiss={onForget} />;
  return (
    <LazyDialog title="Copy this link:" onClose={onForget}>
      <CopyField label="Link" value={outcome.link} copied="Copied to clipboard!" />
    </LazyDialog>
  );
}
