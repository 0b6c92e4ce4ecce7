import type { SiteContent } from '../rules/site-sections.ts';
import { ownSections } from '../rules/own-sections.ts';
import { heads } from './page-heads.ts';

/** The home page: nine benefits, six games, eight questions (docs/product.md#home). Logos are in web/public/games. */
export const homePage: SiteContent['pages.home'] = {
  news: 'Version 4 is out, with 20k tweaks',
  title: 'Get every frame your PC can give',
  lead: '{name} tunes Windows, hardware and network in one pass. More frames, steadier frame times, less input delay, and every change can be undone.',
  platform: 'Windows 10/11',
  reviewCount: '400+ reviews',
  customers: 'Over 300 customers',
  buyLabel: 'Get Premium',
  freeLabel: 'Try For Free',
  showsInstrument: true,
  showsApp: true,
  showsEstimate: true,
  showsInside: true,
  hero: 'instrument',
  heroPicture: null,
  heroAlt: '',
  heroRecording: null,
  sections: ownSections('benefits', 'estimate', 'inside', 'faq', 'end'),
  benefitsEyebrow: 'Why {name}',
  benefitsTitle: 'Built for the way games use a PC',
  benefitsLead: 'Nine reasons people keep it installed.',
  benefits: [
    {
      icon: 'gauge',
      title: 'Higher frame rates',
      text: 'Scheduler, power plan and background services step aside, so the game gets the cores and the clock speed it asks for.',
    },
    {
      icon: 'monitor',
      title: 'Steady frame times',
      text: 'Stutter comes from spikes, not averages. Timer resolution and interrupt routing are set for an even cadence.',
    },
    {
      icon: 'network',
      title: 'Lower latency online',
      text: 'Adapter offloads, buffers and packet pacing tuned for games: less waiting between your click and the server.',
    },
    {
      icon: 'processor',
      title: 'Tuned to your hardware',
      text: 'Profiles for Nvidia, AMD and Intel read what is inside your case and apply only what fits it.',
    },
    {
      icon: 'game',
      title: 'Game-specific profiles',
      text: 'Config files, launch options and driver settings per title, kept up to date as the games change.',
    },
    {
      icon: 'shield',
      title: 'Every change reversible',
      text: 'A restore point before each pass and an undo for each tweak. Curiosity costs you nothing.',
    },
    {
      icon: 'refresh',
      title: 'Monthly updates',
      text: 'New Windows builds and drivers move things around. Premium follows them every month, at no extra cost.',
    },
    {
      icon: 'key',
      title: 'A key that stays yours',
      text: 'Locked to your hardware ID, and it survives component upgrades. Pay once, keep it through the next build.',
    },
    {
      icon: 'headphones',
      title: 'People who answer',
      text: 'Premium support is there around the clock in the community chat, by people who tune PCs every day.',
    },
  ],
  estimateEyebrow: 'Before and after',
  estimateTitle: 'What would it do on your PC?',
  estimateLead: 'Choose what is in your case and what you play. Premium measures your own PC before and after each pass.',
  insideEyebrow: 'Inside',
  insideTitle: 'One tool instead of forty guides',
  gamesTitle: 'Game-specific optimisation',
  gamesText: 'Profiles for the titles you play, maintained patch by patch.',
  games: [
    { name: 'Fortnite', logo: '/games/fortnite.svg' },
    { name: 'Valorant', logo: '/games/valorant.svg' },
    { name: 'Counter-Strike 2', logo: '/games/counter-strike-2.svg' },
    { name: 'Apex Legends', logo: '/games/apex-legends.svg' },
    { name: 'Warzone', logo: '/games/warzone.svg' },
    { name: 'Rocket League', logo: '/games/rocket-league.svg' },
  ],
  featuresTitle: 'Features nobody else has',
  featuresText: 'Years of tickets, turned into buttons.',
  features: [
    'Auto benchmark before and after each pass',
    'System configurators instead of registry files',
    'Private tweaks found nowhere else',
    'Community tweaks, reviewed before they ship',
    'BIOS guidance for your exact board',
  ],
  goalsTitle: 'Growing together',
  goalsText: 'Where we are, and where we are going.',
  downloadsLabel: 'Downloads since 2.0',
  membersLabel: 'Chat members',
  customersLabel: 'Customers',
  downloadsGoal: 100_000,
  membersGoal: 50_000,
  customersGoal: 1_000,
  faqEyebrow: 'FAQ',
  faqTitle: 'Questions, answered',
  faqLead: 'Something else? Ask in the community chat.',
  questions: [
    {
      question: 'Is {name} safe to use?',
      answer:
        'Yes. {name} changes documented Windows settings, driver options and configuration files; it does not touch game memory or patch executables. It sets a restore point before each pass and every tweak has an undo.',
    },
    {
      question: 'Can I get banned in a game for using it?',
      answer:
        '{name} never hooks into games or anti-cheat software. It changes the system around the game, the same way you would in Windows and driver settings by hand.',
    },
    {
      question: 'What is the difference between Free and Premium?',
      answer:
        'Free covers basic system, performance and network tweaks with limited support. Premium adds full system and hardware optimisation, private and advanced tweaks, BIOS and network tuning, game-specific profiles, auto benchmark, monthly updates and 24/7 priority support.',
    },
    {
      question: 'How much will my frame rate improve?',
      answer:
        'That depends on your hardware and on how Windows is set up today. PCs that were never tuned gain the most. The auto benchmark measures before and after, so you see your own numbers instead of ours.',
    },
    {
      question: 'Which systems are supported?',
      answer:
        'Windows 10 and Windows 11, on desktops and laptops, with Nvidia, AMD or Intel graphics. Tweaks that do not fit your hardware are left out automatically.',
    },
    {
      question: 'How do I receive Premium after paying?',
      answer:
        'Your key arrives by e-mail. Join the community chat server, open a support ticket, choose ‘Receive a Purchase’ and paste the key. The bot answers with your download link.',
    },
    {
      question: 'What happens to my key when I upgrade my PC?',
      answer:
        'The key is locked to your hardware ID and survives component upgrades. After a completely new build, open a ticket and the team moves it for you. Keys must not be shared or resold.',
    },
    {
      question: 'Can I get a refund?',
      answer:
        'Sales are final and non-refundable, because a key cannot be taken back once it is delivered. Try the free utility first: it shows you how {name} works on your PC at no cost.',
    },
  ],
  endTitle: 'Your PC is faster than you think',
  endLead: 'Try the free utility today. Everything it changes can be undone.',
  ...heads.home,
};
