export const tweakTags = ['Nvidia Guide', 'AMD Guide', 'Windows Guide', 'Fortnite Guide', 'Additional'] as const;
export type TweakTag = (typeof tweakTags)[number];

export interface Tweak {
  title: string;
  description: string;
  videoUrl: string;
  downloadUrl: string;
  /** The repository at the code host whose downloads are counted. */
  repo: string;
  tags: TweakTag[];
  /** Year, month name, day. */
  dateAdded: string;
}

const tweak = (repo: string, video: string, rest: Omit<Tweak, 'repo' | 'videoUrl' | 'downloadUrl'>): Tweak => ({
  ...rest,
  repo: `framelift/${repo}`,
  videoUrl: `https://www.youtube.com/watch?v=${video}`,
  downloadUrl: `https://github.com/framelift/${repo}/releases/latest`,
});

/** Eight, from October 2024 to June 2025 (docs/product.md#tweaks). */
export const tweaks: Tweak[] = [
  tweak('nvidia-low-latency', 'fl_tweaks01', {
    title: 'Nvidia Low Latency Profile',
    description: 'Driver settings for competitive games in one import: queue depth, power mode, shader cache and sync, each explained.',
    tags: ['Nvidia Guide'],
    dateAdded: '2025 June 14',
  }),
  tweak('fortnite-competitive-config', 'fl_tweaks02', {
    title: 'Fortnite Competitive Config',
    description: 'A clean GameUserSettings file with a tool that keeps your sensitivity and keybinds while it replaces everything else.',
    tags: ['Fortnite Guide'],
    dateAdded: '2025 May 23',
  }),
  tweak('amd-adrenalin-tuning', 'fl_tweaks03', {
    title: 'AMD Adrenalin Tuning',
    description: 'Radeon options that matter and those that cost frames, with a profile for RX 5000 to 9000 cards.',
    tags: ['AMD Guide'],
    dateAdded: '2025 April 11',
  }),
  tweak('windows-services-slim', 'fl_tweaks04', {
    title: 'Windows Services Slimmer',
    description: 'Pauses background services you do not need while gaming and starts them again afterwards. Works on Windows 10 and 11.',
    tags: ['Windows Guide'],
    dateAdded: '2025 March 7',
  }),
  tweak('network-latency-pack', 'fl_tweaks05', {
    title: 'Network Latency Pack',
    description: 'Adapter and TCP settings for wired and wireless cards, with a measurement before and after so you keep only what helps.',
    tags: ['Windows Guide', 'Additional'],
    dateAdded: '2025 January 25',
  }),
  tweak('nvidia-debloated-driver', 'fl_tweaks06', {
    title: 'Nvidia Clean Driver Install',
    description: 'Installs the display driver alone, without telemetry and overlays, and checks that nothing of the last one is left.',
    tags: ['Nvidia Guide', 'Additional'],
    dateAdded: '2024 December 13',
  }),
  tweak('timer-resolution-service', 'fl_tweaks07', {
    title: 'Timer Resolution Service',
    description: 'Holds a steady system timer while a game runs and lets go when it ends. A small service with no window.',
    tags: ['Windows Guide', 'Additional'],
    dateAdded: '2024 November 8',
  }),
  tweak('fortnite-stretched-resolution', 'fl_tweaks08', {
    title: 'Fortnite Stretched Resolution',
    description: 'Sets stretched resolutions for Nvidia and AMD cards with one click, and puts your desktop back when you close the game.',
    tags: ['Fortnite Guide', 'Nvidia Guide', 'AMD Guide'],
    dateAdded: '2024 October 19',
  }),
];
