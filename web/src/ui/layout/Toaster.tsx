import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { Banner, BANNER_MS } from '../Banner.tsx';
import styles from '../Banner.module.css';

export interface Notice {
  tone: 'success' | 'error';
  text: string;
}

const Toasts = createContext<(notice: Notice) => void>(() => undefined);

interface ToastProps extends Notice {
  onDismiss: () => void;
}

/** Lies over the page, so nothing moves: a success leaves after 3 s, a failure when it is dismissed. */
export function Toast({ tone, text, onDismiss }: ToastProps) {
  return (
    <div className={styles.toast}>
      <Banner tone={tone} text={text} onDismiss={onDismiss} lasts={tone === 'success' ? BANNER_MS : undefined} />
    </div>
  );
}

/** Says over the page what became of an action: `toast.success('Saved.')`. */
export const useToast = () => {
  const show = useContext(Toasts);
  return useMemo(
    () => ({ show, success: (text: string) => show({ tone: 'success', text }), error: (text: string) => show({ tone: 'error', text }) }),
    [show],
  );
};

/** Shows the newest toast of the screens in it. */
export function Toaster({ children }: { children: ReactNode }) {
  const [notice, setNotice] = useState<Notice | null>(null);
  return (
    <Toasts value={setNotice}>
      {children}
      {notice && <Toast key={notice.text} {...notice} onDismiss={() => setNotice(null)} />}
    </Toasts>
  );
}
