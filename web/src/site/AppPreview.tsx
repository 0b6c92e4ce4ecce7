import { Activity, Cpu, Gamepad2, LayoutDashboard, Network, Settings2, Zap } from 'lucide-react';
import { useBrand } from '../lib/siteContent.ts';
import { Logo } from '../ui/Logo.tsx';
import styles from './AppPreview.module.css';
import { PreviewGraph } from './PreviewGraph.tsx';

const menu = [
  { icon: LayoutDashboard, label: 'Overview', active: true },
  { icon: Cpu, label: 'System' },
  { icon: Zap, label: 'Graphics' },
  { icon: Network, label: 'Network' },
  { icon: Settings2, label: 'BIOS' },
  { icon: Gamepad2, label: 'Games' },
  { icon: Activity, label: 'Benchmark' },
];
const tiles = [
  { label: 'Average', value: '164', unit: 'FPS', change: '+28' },
  { label: '1% low', value: '131', unit: 'FPS', change: '+41' },
  { label: 'Frame time', value: '6.1', unit: 'ms', change: '−1.3' },
];
const switches = [
  { label: 'Timer resolution', on: true },
  { label: 'Hardware GPU scheduling', on: true },
  { label: 'Interrupt affinity', on: true },
  { label: 'Core parking', on: false },
];

/** The application, drawn with the site's own tokens. One picture to assistive technology; it scales with its width. */
export function AppPreview() {
  return (
    <span className={`night ${styles.frame}`}>
      <span className="visually-hidden">{useBrand().name} Premium showing 164 frames per second on average after a tuning pass</span>
      <span className={styles.window} aria-hidden="true">
        <span className={styles.side}>
          <Logo />
          {menu.map(({ icon: Icon, label, active }) => (
            <span key={label} className={active ? styles.active : styles.entry}>
              <Icon />
              {label}
            </span>
          ))}
        </span>
        <span className={styles.main}>
          <span className={styles.top}>
            <span className={styles.heading}>Overview</span>
            <span className={styles.pill}>Tuned: all 214 tweaks that fit this PC</span>
          </span>
          <span className={styles.tiles}>
            {tiles.map(({ label, value, unit, change }) => (
              <span key={label} className={styles.tile}>
                <span className={styles.faint}>{label}</span>
                <span className={styles.value}>
                  {value}
                  <i>{unit}</i>
                  <b>{change}</b>
                </span>
              </span>
            ))}
          </span>
          <span className={styles.tile}>
            <PreviewGraph />
          </span>
          <span className={styles.switches}>
            {switches.map(({ label, on }) => (
              <span key={label} className={styles.switch}>
                {label}
                <i className={on ? styles.on : styles.off} />
              </span>
            ))}
          </span>
        </span>
      </span>
    </span>
  );
}
