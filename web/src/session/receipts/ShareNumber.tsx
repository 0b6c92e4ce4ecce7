import type { WhyView } from '@framelift/contracts';
import { Share2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { lazily } from '../../ui/dialogs/lazily.ts';
import type { Asked } from '../why/useWhy.ts';
import { useReceiptsQuery } from './receiptsApi.ts';
import { isShareable } from './shareable.ts';

const ReceiptDialog = lazily(() => import('./ReceiptDialog.tsx').then((loaded) => loaded.ReceiptDialog));

/** The way from a number to its receipt, for the affiliate whose number it is. */
export function ShareNumber({ asked, view }: { asked: Asked; view: WhyView }) {
  const { data } = useReceiptsQuery();
  const [isOpen, setOpen] = useState(false);
  if (!data?.allowed || !isShareable(asked, view)) return null;
  return (
    <div>
      <Button size="small" onPointerEnter={ReceiptDialog.preload} onClick={() => setOpen(true)}>
        <Share2 aria-hidden />
        Share this number
      </Button>
      {isOpen && (
        <Suspense>
          <ReceiptDialog asked={asked} view={view} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
