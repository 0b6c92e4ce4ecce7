import type { SiteContent } from '../rules/site-sections.ts';
import { guides } from './guides.ts';
import { firstBrand } from './brand.ts';
import { heads } from './page-heads.ts';

export const fortnitePage: SiteContent['pages.fortnite-optimizer'] = {
  isShown: true,
  title: 'Fortnite Optimizer',
  lead: 'Everything we know about Fortnite on Windows 10 and 11 in one free tool: settings, launch options and a tidy system while you play.',
  eyebrow: 'Free download',
  name: 'Fortnite Optimizer',
  system: 'Windows 10 and 11, 64-bit. Free, no account needed.',
  releases: `${firstBrand.code}/fortnite-optimizer/releases/latest`,
  pointsTitle: 'Made for one game',
  pointsLead: 'What a general tool cannot know about Fortnite, this one does.',
  points: [
    { icon: 'timer', title: 'Less input delay', text: 'Render queue, timer and driver settings made for building fights.' },
    { icon: 'checks', title: 'Keeps your settings', text: 'Keybinds, sensitivity and colours stay as they are. A backup is made first.' },
    { icon: 'undo', title: 'Back with one click', text: 'Restore the original configuration whenever you like.' },
  ],
  videoTitle: 'Watch the tutorial',
  videoLead: 'Every option explained once. The video loads when you start it.',
  guideTitle: guides.fortnite.title,
  guideUrl: guides.fortnite.url,
  endTitle: 'Play more than one game?',
  endLead: 'Premium carries profiles for all of them, and tunes the hardware below.',
  endLabel: 'Get Premium',
  ...heads.fortnite,
};
