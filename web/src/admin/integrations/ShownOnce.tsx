import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { CopyField } from '../../ui/CopyField.tsx';
import { DialogActions } from '../../ui/dialogs/Dialog.tsx';
import { Soft } from '../../ui/layout/Text.tsx';

interface Props {
  label: string;
  value: string;
  onClose: () => void;
  /** Where it belongs. */
  children: ReactNode;
}

/** A secret, to copy this once. */
export function ShownOnce({ label, value, onClose, children }: Props) {
  return (
    <>
      <CopyField label={label} value={value} copied="Copied!" />
      <Soft>It is shown only once. {children}</Soft>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </>
  );
}
