import { Download } from 'lucide-react';
import { QRCodeCanvas, QRCodeSVG } from 'qrcode.react';
import { useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Actions } from '../../ui/layout/Toolbar.tsx';
import { download, keep } from '../../ui/lists/download.ts';
import styles from './ShareDialog.module.css';

/** Light around the code, in modules, as readers expect it. */
const QUIET = 4;
/** Of the PNG, pixels: sharp on a poster too. */
const PNG_PIXELS = 1024;

/** The code that cameras read, always dark on light; as a file for print (SVG) and for posts (PNG). */
export function QrCode({ link, name }: { link: string; name: string }) {
  const svg = useRef<SVGSVGElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const saveSvg = () => svg.current && download(`${name}.svg`, 'image/svg+xml', new XMLSerializer().serializeToString(svg.current));
  const savePng = () => canvas.current?.toBlob((png) => png && keep(`${name}.png`, URL.createObjectURL(png)));
  return (
    <div className={styles.qr}>
      <div className={styles.code}>
        <QRCodeSVG ref={svg} value={link} size={160} marginSize={QUIET} level="M" title="QR code of the link" />
        <QRCodeCanvas ref={canvas} value={link} size={PNG_PIXELS / window.devicePixelRatio} marginSize={QUIET} level="M" hidden />
      </div>
      <div className={styles.files}>
        <h3 className={styles.title}>QR code</h3>
        <p className={styles.hint}>For videos, cards and posters.</p>
        <Actions>
          <Button size="small" aria-label="Save as SVG" onClick={saveSvg}>
            <Download aria-hidden />
            SVG
          </Button>
          <Button size="small" aria-label="Save as PNG" onClick={savePng}>
            <Download aria-hidden />
            PNG
          </Button>
        </Actions>
      </div>
    </div>
  );
}
