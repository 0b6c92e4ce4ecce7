import { Download } from 'lucide-react';
import { useBrand, useFileName } from '../lib/siteContent.ts';
import { download } from '../ui/lists/download.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Dialog, DialogActions } from '../ui/dialogs/Dialog.tsx';
import styles from './account.module.css';

/** They are shown this once: the server keeps only what recognises them. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const shop = useFileName();
  const text = `${useBrand().name} recovery codes\n\n${codes.join('\n')}\n`;
  return (
    <Dialog
      title="Save Your Recovery Codes"
      description="Each code signs you in once if you lose your phone. They are not shown again, so store them with your passwords."
      onClose={onClose}
    >
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <DialogActions>
        <CopyButton value={text} copied="Copied!" />
        <Button onClick={() => download(`${shop}-recovery-codes.txt`, 'text/plain', text)}>
          <Download aria-hidden />
          Download
        </Button>
        <Button variant="primary" onClick={onClose}>
          I’ve Saved Them
        </Button>
      </DialogActions>
    </Dialog>
  );
}
