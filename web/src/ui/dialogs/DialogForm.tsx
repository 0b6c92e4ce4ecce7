import type { ComponentProps, ReactNode } from 'react';
import { Banner } from '../Banner.tsx';
import { Button } from '../Button.tsx';
import { Form } from '../lists/Form.tsx';
import { DialogActions } from './Dialog.tsx';

interface Props extends Pick<ComponentProps<'form'>, 'onSubmit' | 'onChange' | 'noValidate'> {
  /** Why it was refused. */
  problem?: string | null;
  submit: string;
  /** What the button says while it is sent. */
  busy?: string;
  isBusy: boolean;
  /** It cannot be sent as it is. */
  isBlocked?: boolean;
  variant?: 'primary' | 'danger';
  away?: string;
  onClose: () => void;
  children: ReactNode;
}

/** The form of a dialog: what was refused, its fields, the way out and what sends it. */
export function DialogForm({
  problem,
  submit,
  busy,
  isBusy,
  isBlocked,
  variant = 'primary',
  away = 'Cancel',
  onClose,
  children,
  ...form
}: Props) {
  return (
    <Form {...form}>
      {problem && <Banner tone="error" text={problem} />}
      {children}
      <DialogActions>
        <Button onClick={onClose}>{away}</Button>
        <Button type="submit" variant={variant} disabled={isBusy || isBlocked}>
          {isBusy ? (busy ?? submit) : submit}
        </Button>
      </DialogActions>
    </Form>
  );
}
