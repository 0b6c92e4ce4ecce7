import type { CARD_ICONS } from '@framelift/contracts/site-pages';
import {
  Cpu,
  Download,
  Eye,
  Gamepad2,
  Gauge,
  Handshake,
  HeadphonesIcon,
  KeyRound,
  ListChecks,
  type LucideIcon,
  MonitorCog,
  MousePointerClick,
  Network,
  RefreshCw,
  RotateCcw,
  Ruler,
  ShieldCheck,
  Timer,
} from 'lucide-react';

type CardIcon = (typeof CARD_ICONS)[number];

const icons: Record<CardIcon, LucideIcon> = {
  gauge: Gauge,
  monitor: MonitorCog,
  network: Network,
  processor: Cpu,
  game: Gamepad2,
  shield: ShieldCheck,
  refresh: RefreshCw,
  key: KeyRound,
  headphones: HeadphonesIcon,
  ruler: Ruler,
  eye: Eye,
  handshake: Handshake,
  download: Download,
  checks: ListChecks,
  pointer: MousePointerClick,
  undo: RotateCcw,
  timer: Timer,
};

/** Cards of the site's content with their icons as components. */
export const drawn = <C extends { icon: CardIcon }>(cards: readonly C[]) => cards.map((card) => ({ ...card, icon: icons[card.icon] }));
