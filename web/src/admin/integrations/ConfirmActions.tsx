import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { DialogActions } from '../../ui/dialogs/Dialog.tsx';

interface Props {
  problem: string | undefined;
  isLoading: boolean;
  action: string;
  /** By default Cancel. */
  away?: string;
  onAct: () => void;
  onClose: () => void;
}

/** The end of a dialog that asks whether to do something. */
export function ConfirmActions({ problem, isLoading, action, away = 'Cancel', onAct, onClose }: Props) {
  return (
    <>
      {problem && <Banner tone="error" text={problem} />}
      <DialogActions>
        <Button onClick={onClose}>{away}</Button>
        <Button variant="primary" disabled={isLoading} onClick={onAct}>
          {action}
        </Button>
      </DialogActions>
    </>
  );
}
