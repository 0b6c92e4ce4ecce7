import type { SiteContent } from '../rules/site-sections.ts';
import { heads } from './page-heads.ts';

export const successPage: SiteContent['pages.success'] = {
  eyebrow: 'Thank you',
  chatLabel: 'Join the Chat Server',
  title: 'Purchase Successful',
  lead: 'Your key was sent to you by e-mail. Four steps are left between you and the download.',
  steps: [
    { title: 'Join the community chat server', text: 'Everything around your purchase happens there.' },
    { title: 'Open a support ticket', text: 'It is a private channel between you and the team.' },
    { title: "Choose 'Receive a Purchase' in the dropdown", text: 'So the ticket lands in the right place.' },
    { title: 'Paste your key in the private ticket', text: 'You get instant access: the bot answers with the download link.' },
  ],
  ...heads.success,
};
