import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { Boundary } from '../layout/Boundary.tsx';
import { Button } from '../Button.tsx';
import styles from './Dialog.module.css';
import { useFocusBack } from './useFocusBack.ts';
import { useScrolls } from './useScrolls.ts';

interface Props {
  title: string;
  description?: ReactNode;
  onClose: () => void;
  /** Wide fits an image or a page, full takes what the window has. */
  wide?: boolean | 'full';
  children: ReactNode;
}

/** The field that asks for what the dialog is about, marked `data-first`; without one the first control has the focus. */
const focusFirst = (event: Event) => {
  const field = (event.currentTarget as HTMLElement).querySelector<HTMLElement>('[data-first]');
  if (!field) return;
  event.preventDefault();
  field.focus();
};

/** A modal that is open while it is rendered. Escape, backdrop and close button close it; focus goes back where it was. */
export function Dialog({ title, description, onClose, wide, children }: Props) {
  const focusBack = useFocusBack();
  const { box, scrolls } = useScrolls();
  return (
    <Primitive.Root open onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className={styles.veil} />
        <Primitive.Content
          onCloseAutoFocus={focusBack}
          className={[styles.dialog, wide && styles.wide, wide === 'full' && styles.full].filter(Boolean).join(' ')}
          onOpenAutoFocus={focusFirst}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <div className={styles.header}>
            <Primitive.Title className={styles.title}>{title}</Primitive.Title>
            <Primitive.Close asChild>
              <Button variant="ghost" size="small" icon aria-label="Close">
                <X aria-hidden />
              </Button>
            </Primitive.Close>
          </div>
          {/* Arrow keys scroll what has the focus, and text or an image alone takes none. */}
          <div ref={box} className={styles.body} {...(scrolls ? { tabIndex: 0, role: 'group', 'aria-label': title } : {})}>
            <div className={styles.content}>
              {description && <Primitive.Description className={styles.description}>{description}</Primitive.Description>}
              <Boundary>{children}</Boundary>
            </div>
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** The buttons at the end of a dialog. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
