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

/**
 * The page that is edited, as wide as on its device, made smaller where there is less room. WebKit calls listeners of this window only
 * where scripts may run; the page's policy allows it none (services/src/http/site/content-policy.ts).
 */
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
      {/* Its sandbox is the one of its policy, which holds for the page however it is opened. */}
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
