const head = (headTitle: string, headDescription: string) => ({ headTitle, headDescription });

/** What each public page says in the tab, to search engines, and when it is shared. One small file, because every page carries it. */
export const heads = {
  home: head(
    'PC optimisation for Windows gamers',
    '{name} tunes Windows, hardware and network so games run faster and smoother. Start with the free utility, go premium for the full tune.',
  ),
  pricing: head('Pricing', 'A free utility and a one-time premium purchase. Compare what each plan tunes and read what customers say.'),
  free: head(
    'Free Utility',
    'Download the free {name} utility for Windows 10 and 11: basic system, performance and network tweaks, each one reversible.',
  ),
  premium: head(
    'Premium Utility',
    'Full system and hardware optimisation for Windows 10 and 11: 10,000+ tweaks, BIOS and network tuning, game profiles, monthly updates.',
  ),
  fortnite: head(
    'Fortnite Optimizer',
    'A free optimiser for Fortnite on Windows 10 and 11: competitive settings, lower input delay and steady frame times in one pass.',
  ),
  tweaks: head(
    'Free Tweaks',
    'Eight free PC tweaks with video guides for Nvidia, AMD, Windows and Fortnite. Search them, watch them, download them.',
  ),
  tos: head('Terms and Policies', 'Terms of use, privacy policy and refund policy of {name}, in plain words.'),
  success: head('Purchase Successful', 'Your key was sent to you by e-mail. How to turn it into your download.'),
  statistics: head('Statistics', 'Downloads, versions, community and customers of {name}, read from their sources.'),
  affiliate: head(
    'Affiliate Program',
    'Earn commission on every sale you refer, at a rate that grows with what you sell, and check every cent of it in a live dashboard.',
  ),
  login: head('Affiliate Login', 'Log in to your affiliate dashboard.'),
  register: head('Affiliate Registration', 'Join the affiliate program and earn on every sale.'),
  socials: head('Socials', 'Every place where you can find {name} and its community.'),
  about: head('About Us', 'The story, mission and team behind {name}, and how far the community has come.'),
} as const;
