import { Maximize2 } from 'lucide-react';
import { useState } from 'react';
import { AppPreview } from '../AppPreview.tsx';
import { useBrand } from '../../lib/siteContent.ts';
import { LazyDialog } from '../../ui/dialogs/LazyDialog.tsx';
import styles from './home.module.css';

/** The product, drawn; a click shows it large. The large one closes by a click on it, the close button or Escape. */
export function Preview() {
  const [zoomed, setZoomed] = useState(false);
  const { name } = useBrand();
  return (
    <div className={styles.stage}>
      <button type="button" className={styles.preview} onClick={() => setZoomed(true)}>
        <span className="visually-hidden">Zoom preview: </span>
        <AppPreview />
        <span className={styles.zoom} aria-hidden="true">
          <Maximize2 />
          Zoom
        </span>
      </button>
      {zoomed && (
        <LazyDialog title={`${name} Premium`} wide="full" onClose={() => setZoomed(false)}>
          {/* A convenience for the pointer; keyboards have the close button and Escape. */}
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
          <div className={styles.zoomed} onClick={() => setZoomed(false)}>
            <AppPreview />
          </div>
        </LazyDialog>
      )}
    </div>
  );
}
