import { AlertDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from '../Button.tsx';
import dialog from './Dialog.module.css';
import { useFocusBack } from './useFocusBack.ts';

interface Props {
  title: string;
  question: ReactNode;
  action: string;
  /** What the way out is called. */
  keep?: string;
  /** Primary: of what can be changed again. */
  variant?: 'danger' | 'primary';
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before something that has consequences. Focus starts on Cancel; Escape cancels. */
export function Confirm({ title, question, action, keep = 'Cancel', variant = 'danger', onConfirm, onCancel }: Props) {
  const focusBack = useFocusBack();
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={dialog.veil} />
        <AlertDialog.Content className={dialog.dialog} onCloseAutoFocus={focusBack}>
          <div className={dialog.header}>
            <AlertDialog.Title className={dialog.title}>{title}</AlertDialog.Title>
          </div>
          <div className={dialog.content}>
            <AlertDialog.Description className={dialog.description}>{question}</AlertDialog.Description>
            <div className={dialog.actions}>
              <AlertDialog.Cancel asChild>
                <Button>{keep}</Button>
              </AlertDialog.Cancel>
              <AlertDialog.Action asChild>
                <Button variant={variant} onClick={onConfirm}>
                  {action}
                </Button>
              </AlertDialog.Action>
            </div>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
