import type { SiteContent } from '../rules/site-sections.ts';
import { heads } from './page-heads.ts';

export const aboutPage: SiteContent['pages.about-us'] = {
  isShown: true,
  title: 'We think your PC can do better',
  lead: '{name} began as a folder of notes about stutter. Today it is a tool, a community and a team of seven spread over six time zones.',
  eyebrow: 'About Us',
  storyEyebrow: 'Our story',
  missionEyebrow: 'Our mission',
  teamEyebrow: 'The team',
  communityEyebrow: 'Community',
  subscribersLabel: 'Video subscribers',
  starsLabel: 'Code stars',
  storyTitle: 'From a folder of notes',
  story: [
    'In early 2022 one of us bought a fast graphics card and got a slow game. The card was fine; Windows was not. Three weeks of measuring later the stutter was gone, and the notes about it had become a script.',
    'The script went to friends, friends sent it to theirs, and questions came back faster than answers could be written. So the script became a utility with an undo button, and the group chat became a server with people who help each other.',
    'Premium pays for the work: testing each Windows build, each driver and each patch of the games we tune. The free utility and the free tweaks stay free, because that is how all of us got here.',
  ],
  mission: 'Give every gamer the performance they already paid for, without asking them to become an engineer first.',
  values: [
    {
      icon: 'ruler',
      title: 'Measure first',
      text: 'A tweak ships when a benchmark shows it helps, on more than one machine. Folklore does not ship.',
    },
    { icon: 'eye', title: 'Nothing hidden', text: 'Each change says what it does and can be undone. No bundled software, no surprises.' },
    { icon: 'handshake', title: 'Help in person', text: 'Behind every ticket is a person who has tuned the same kind of PC as yours.' },
  ],
  teamTitle: 'Seven people, one chat',
  communityTitle: 'Who is with us, and where we are heading',
  communityLead: 'Three bars we look at every Monday.',
  endTitle: 'Come and say hello',
  endLead: 'Most of what we build starts as a message in one of these places.',
  ...heads.about,
};
