import { Download, ListChecks, type LucideIcon, MousePointerClick, RotateCcw, ShieldCheck, Timer } from 'lucide-react';
import { guides } from '@framelift/contracts/content/guides';
import { links } from '@framelift/contracts/content/links';

interface Point {
  icon: LucideIcon;
  title: string;
  text: string;
}

/** The page of the free utility. */
export const freeUtility = {
  title: 'The free utility',
  lead: 'Basic system, performance and network tweaks for Windows 10 and 11. No account, no trial period, no nagging.',
  video: guides.free,
  releases: `${links.code}/free-utility/releases/latest`,
  rating: { value: 4.7, count: 1200 },
  safety: [
    {
      icon: ShieldCheck,
      title: 'Clean by design',
      text: 'No bundled software and no telemetry. Each release is published openly at our code host.',
    },
    {
      icon: RotateCcw,
      title: 'Undo built in',
      text: 'A restore point before the first change, and a switch to take back each tweak on its own.',
    },
  ] satisfies Point[],
  setup: [
    { icon: Download, title: 'Download and open', text: 'One file. Windows may ask whether you trust it, because it is new on your PC.' },
    { icon: ListChecks, title: 'Pick a preset', text: 'Balanced for everyday PCs, Performance for gaming. Every tweak explains itself.' },
    {
      icon: MousePointerClick,
      title: 'Apply and restart',
      text: 'The pass takes about a minute. After a restart the changes are in place.',
    },
  ] satisfies Point[],
};

/** The page of the Fortnite optimiser. */
export const fortniteOptimizer = {
  title: 'Fortnite Optimizer',
  lead: 'Everything we know about Fortnite on Windows 10 and 11 in one free tool: settings, launch options and a tidy system while you play.',
  video: guides.fortnite,
  releases: `${links.code}/fortnite-optimizer/releases/latest`,
  points: [
    { icon: Timer, title: 'Less input delay', text: 'Render queue, timer and driver settings made for building fights.' },
    { icon: ListChecks, title: 'Keeps your settings', text: 'Keybinds, sensitivity and colours stay as they are. A backup is made first.' },
    { icon: RotateCcw, title: 'Back with one click', text: 'Restore the original configuration whenever you like.' },
  ] satisfies Point[],
};
