import type { Tweak } from '../rules/tweaks.ts';

const tweak = (slug: string, video: string, rest: Omit<Tweak, 'slug' | 'videoUrl' | 'downloadUrl' | 'poster' | 'guide'>): Tweak => ({
  ...rest,
  slug,
  videoUrl: `https://www.youtube.com/watch?v=${video}`,
  downloadUrl: `https://github.com/framelift/${slug}/releases/latest`,
  guide: '',
  poster: null,
});

/** Eight, from October 2024 to June 2025 (docs/product.md#tweaks). */
export const tweaks: readonly Tweak[] = [
  tweak('nvidia-low-latency', 'fl_tweaks01', {
    title: 'Nvidia Low Latency Profile',
    description: 'Driver settings for competitive games in one import: queue depth, power mode, shader cache and sync, each explained.',
    changes: [
      { setting: 'Low latency mode', to: 'Ultra', where: 'Nvidia Control Panel, Manage 3D settings' },
      { setting: 'Power management', to: 'Maximum performance', where: 'Nvidia Control Panel, Manage 3D settings' },
      { setting: 'Vertical sync', to: 'Off', where: 'Nvidia Control Panel, Manage 3D settings' },
      { setting: 'Shader cache size', to: '10 GB', where: 'Nvidia Control Panel, Manage 3D settings, for all programs' },
    ],
    undo: 'Start the tool and choose Restore: it imports the profile that it saved before the first change. Restore in Manage 3D settings returns to Nvidia’s defaults.',
    tags: ['Nvidia Guide'],
    added: '2025-06-14',
  }),
  tweak('fortnite-competitive-config', 'fl_tweaks02', {
    title: 'Fortnite Competitive Config',
    description: 'A clean GameUserSettings file with a tool that keeps your sensitivity and keybinds while it replaces everything else.',
    changes: [
      { setting: 'sg.ShadowQuality', to: '0', where: '%LOCALAPPDATA%\\FortniteGame\\Saved\\Config\\WindowsClient\\GameUserSettings.ini' },
      { setting: 'sg.EffectsQuality', to: '0', where: 'The same file' },
      { setting: 'bMotionBlur', to: 'False', where: 'The same file' },
      { setting: 'FrameRateLimit', to: 'Your refresh rate', where: 'The same file' },
    ],
    undo: 'The file from before is next to the new one as GameUserSettings.ini.before. Start the tool and choose Restore, or rename it yourself.',
    tags: ['Fortnite Guide'],
    added: '2025-05-23',
  }),
  tweak('amd-adrenalin-tuning', 'fl_tweaks03', {
    title: 'AMD Adrenalin Tuning',
    description: 'Radeon options that matter and those that cost frames, with a profile for RX 5000 to 9000 cards.',
    changes: [
      { setting: 'Radeon Anti-Lag', to: 'On', where: 'AMD Software, Gaming, Graphics' },
      { setting: 'Radeon Chill', to: 'Off', where: 'AMD Software, Gaming, Graphics' },
      { setting: 'Enhanced Sync', to: 'Off', where: 'AMD Software, Gaming, Graphics' },
      { setting: 'Surface format optimisation', to: 'On', where: 'AMD Software, Gaming, Graphics, Advanced' },
    ],
    undo: 'Choose Reset Graphics in AMD Software, or import the profile that the tool saved on your desktop before the first change.',
    tags: ['AMD Guide'],
    added: '2025-04-11',
  }),
  tweak('windows-services-slim', 'fl_tweaks04', {
    title: 'Windows Services Slimmer',
    description: 'Pauses background services you do not need while gaming and starts them again afterwards. Works on Windows 10 and 11.',
    changes: [
      { setting: 'SysMain', to: 'Paused', where: 'Windows services, while a game runs' },
      { setting: 'Windows Search', to: 'Paused', where: 'Windows services, while a game runs' },
      { setting: 'Print Spooler', to: 'Paused', where: 'Windows services, while a game runs' },
      { setting: 'Delivery Optimization', to: 'Paused', where: 'Windows services, while a game runs' },
    ],
    undo: 'Close the game: every service starts again. Their start types never change, so a restart of the PC has the same effect.',
    tags: ['Windows Guide'],
    added: '2025-03-07',
  }),
  tweak('network-latency-pack', 'fl_tweaks05', {
    title: 'Network Latency Pack',
    description: 'Adapter and TCP settings for wired and wireless cards, with a measurement before and after so you keep only what helps.',
    changes: [
      { setting: 'Interrupt moderation', to: 'Off', where: 'Device Manager, network adapter, Advanced' },
      { setting: 'Energy-efficient Ethernet', to: 'Off', where: 'Device Manager, network adapter, Advanced' },
      {
        setting: 'TcpAckFrequency',
        to: '1',
        where: 'HKLM\\SYSTEM\\CurrentControlSet\\Services\\Tcpip\\Parameters\\Interfaces, your adapter',
      },
      { setting: 'Receive-side scaling', to: 'On', where: 'Device Manager, network adapter, Advanced' },
    ],
    undo: 'Each setting has a switch in the tool that restores the value it found. Settings that did not help in the measurement are restored for you.',
    tags: ['Windows Guide', 'Additional'],
    added: '2025-01-25',
  }),
  tweak('nvidia-debloated-driver', 'fl_tweaks06', {
    title: 'Nvidia Clean Driver Install',
    description: 'Installs the display driver alone, without telemetry and overlays, and checks that nothing of the last one is left.',
    changes: [
      { setting: 'Display driver', to: 'Installed', where: 'The package that you downloaded from Nvidia' },
      { setting: 'Overlay and app', to: 'Left out', where: 'The same package' },
      { setting: 'Telemetry tasks', to: 'Left out', where: 'Task Scheduler' },
      { setting: 'Earlier driver', to: 'Removed', where: 'The driver store of Windows' },
    ],
    undo: 'Install Nvidia’s full package over it with a clean installation. A restore point from before the first step is there too.',
    tags: ['Nvidia Guide', 'Additional'],
    added: '2024-12-13',
  }),
  tweak('timer-resolution-service', 'fl_tweaks07', {
    title: 'Timer Resolution Service',
    description: 'Holds a steady system timer while a game runs and lets go when it ends. A small service with no window.',
    changes: [
      { setting: 'Timer resolution', to: '0.5 ms', where: 'The request of the service, while a game runs' },
      {
        setting: 'GlobalTimerResolutionRequests',
        to: '1',
        where: 'HKLM\\SYSTEM\\CurrentControlSet\\Control\\Session Manager\\kernel, on Windows 11 only',
      },
      { setting: 'A service', to: 'Installed', where: 'Windows services, {name} Timer' },
    ],
    undo: 'Uninstall it in Installed apps: the service and the key are removed, and Windows chooses its timer again.',
    tags: ['Windows Guide', 'Additional'],
    added: '2024-11-08',
  }),
  tweak('fortnite-stretched-resolution', 'fl_tweaks08', {
    title: 'Fortnite Stretched Resolution',
    description: 'Sets stretched resolutions for Nvidia and AMD cards with one click, and puts your desktop back when you close the game.',
    changes: [
      { setting: 'Resolution in the game', to: '1440 × 1080', where: 'GameUserSettings.ini, ResolutionSizeX and ResolutionSizeY' },
      { setting: 'Scaling mode', to: 'Full screen', where: 'Nvidia Control Panel or AMD Software, Display' },
      { setting: 'Desktop resolution', to: 'Only while you play', where: 'Windows, Display' },
    ],
    undo: 'Close the game: the desktop returns by itself. Restore in the tool also puts back the scaling mode and the file of the game.',
    tags: ['Fortnite Guide', 'Nvidia Guide', 'AMD Guide'],
    added: '2024-10-19',
  }),
];
