import type { SiteContent } from '../rules/site-sections.ts';
import { guides } from './guides.ts';
import { firstBrand } from './brand.ts';
import { heads } from './page-heads.ts';

export const freePage: SiteContent['pages.free'] = {
  isShown: true,
  title: 'The free utility',
  lead: 'Basic system, performance and network tweaks for Windows 10 and 11. No account, no trial period, no nagging.',
  eyebrow: 'Free Utility',
  system: 'Windows 10 and 11, 64-bit. Free, no account needed.',
  releases: `${firstBrand.code}/free-utility/releases/latest`,
  safetyTitle: 'Safe on your PC',
  safetyLead: 'Leaves no trace.',
  safety: [
    {
      icon: 'shield',
      title: 'Clean by design',
      text: 'No bundled software and no telemetry. Each release is published openly at our code host.',
    },
    {
      icon: 'undo',
      title: 'Undo built in',
      text: 'A restore point before the first change, and a switch to take back each tweak on its own.',
    },
  ],
  setupTitle: 'Quick setup',
  setupLead: 'From download to the first tuned match in three steps.',
  setup: [
    { icon: 'download', title: 'Download and open', text: 'One file. Windows may ask whether you trust it, because it is new on your PC.' },
    { icon: 'checks', title: 'Pick a preset', text: 'Balanced for everyday PCs, Performance for gaming. Every tweak explains itself.' },
    { icon: 'pointer', title: 'Apply and restart', text: 'The pass takes about a minute. After a restart the changes are in place.' },
  ],
  videoTitle: 'Watch the tutorial',
  videoLead: 'The whole setup in a few minutes. The video loads when you start it.',
  guideTitle: guides.free.title,
  guideUrl: guides.free.url,
  endTitle: 'When the basics are not enough',
  endLead: 'Premium picks up where Free leaves off: hardware, BIOS, network and every game.',
  endLabel: 'See Premium',
  ratingValue: 4.7,
  ratingCount: 1200,
  ...heads.free,
};
