import type { CARD_ICONS } from '@framelift/contracts/site-shapes';
import {
  ChartNoAxesCombined,
  Clock3,
  Cpu,
  Download,
  Eye,
  Gamepad2,
  Gauge,
  Handshake,
  HeadphonesIcon,
  KeyRound,
  Link2,
  ListChecks,
  type LucideIcon,
  Megaphone,
  MonitorCog,
  MousePointerClick,
  Network,
  RefreshCw,
  RotateCcw,
  Ruler,
  ShieldCheck,
  Timer,
  UserPlus,
  Wallet,
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
  clock: Clock3,
  wallet: Wallet,
  chart: ChartNoAxesCombined,
  person: UserPlus,
  megaphone: Megaphone,
  link: Link2,
};

/** Cards of the site's content with their icons as components. */
export const drawn = <C extends { icon: CardIcon }>(cards: readonly C[]) => cards.map((card) => ({ ...card, icon: icons[card.icon] }));
