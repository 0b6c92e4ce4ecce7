import { type ReactNode, useRef } from 'react';
import { useWidth } from '../../../ui/useWidth.ts';
import styles from './page.module.css';

interface Props {
  url: string;
  /** Of the device, in pixels. */
  width: number;
  onOpen: (page: Document) => void;
  /** What is over the page. `scale`: of the page in the frame; `left`: where it begins in its box, in pixels. */
  children: (scale: number, left: number) => ReactNode;
}

/** The page that is edited, as wide as on its device, made smaller where there is less room. */
export function PageFrame({ url, width, onOpen, children }: Props) {
  const [box, room] = useWidth<HTMLDivElement>();
  const frame = useRef<HTMLIFrameElement>(null);
  const scale = Math.min(1, room / width) || 1;
  const open = () => {
    const page = frame.current?.contentDocument;
    if (page) onOpen(page);
  };
  return (
    <div ref={box} className={styles.box}>
      {/* Its policy allows it no script; in a sandbox, WebKit would call no listener of this window (EDITED_POLICY). */}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
      <iframe
        key={url}
        ref={frame}
        title="Page"
        className={styles.frame}
        src={url}
        onLoad={open}
        style={{ width, height: `${100 / scale}%`, scale }}
      />
      {children(scale, Math.max(0, (room - width * scale) / 2))}
    </div>
  );
}
