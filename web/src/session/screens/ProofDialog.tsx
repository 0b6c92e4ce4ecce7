import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { useProofQuery } from '../api/proofApi.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Loading } from '../../ui/Loading.tsx';
import styles from './ProofDialog.module.css';

/** The proof of payment of a cashout, or a placeholder when there is no showing it (docs/product.md#fallbacks). */
export function ProofDialog({ url, onClose }: { url: string; onClose: () => void }) {
  const { data: source, isError } = useProofQuery(url);
  const [broken, setBroken] = useState(false);
  const missing = isError || broken;
  return (
    <Dialog title="Proof of Payment" onClose={onClose} wide>
      {missing && <Empty icon={<ImageOff />} text="Image not found" />}
      {!missing && !source && <Loading text="Loading image..." />}
      {!missing && source && <img className={styles.image} src={source} alt="Proof of payment" onError={() => setBroken(true)} />}
    </Dialog>
  );
}
