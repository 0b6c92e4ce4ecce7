import type { SiteContent } from '../rules/site-sections.ts';
import { heads } from './page-heads.ts';

/** Three policies, each a card and a modal (docs/product.md#legal). */
export const policies: Readonly<Record<'terms' | 'privacy' | 'refund', SiteContent['policies.terms']>> = {
  terms: {
    title: 'Terms of Use',
    summary: 'What you may do with the software and with your licence key.',
    parts: [
      {
        heading: 'Your licence',
        text: '{name} is licensed, not sold. A purchase gives you one licence key for personal use on one PC. Commercial use, such as tuning PCs for customers, needs our written permission.',
      },
      {
        heading: 'Your key',
        text: 'Keys are locked to your hardware ID. They must not be shared, given away or resold. A key found in more than one pair of hands is banned.',
      },
      {
        heading: 'No reverse engineering',
        text: 'You may not decompile, disassemble or otherwise reverse engineer the software, remove its protection, or publish any part of it.',
      },
      {
        heading: 'Your responsibility',
        text: 'The software changes settings of your operating system. It creates a restore point first, but keep a backup of what matters to you. We are liable only as far as the law requires it.',
      },
      {
        heading: 'Changes',
        text: 'These terms may be updated. The version on this page applies; if a change matters to existing customers, we announce it in the community chat.',
      },
    ],
  },
  privacy: {
    title: 'Privacy Policy',
    summary: 'What this site stores, and what it does not.',
    parts: [
      {
        heading: 'No cookies, no trackers',
        text: 'This site sets no cookies and loads nothing from other companies until you ask for it, for example by starting a video, opening the checkout or visiting the socials page, which another company hosts.',
      },
      {
        heading: 'On your device',
        text: 'Your browser keeps a referral code if you followed one, whether you saw the intro, and a short-lived cache of download counts. Affiliates also keep their sign-in there. Clearing site data removes all of it.',
      },
      {
        heading: 'Visits',
        text: 'If you arrive through a referral link we count the visit, so that the person who sent you is paid. A scrambled form of your address, your browser and the previous page are stored encrypted under a key of that day, which is destroyed after thirty days.',
      },
      {
        heading: 'Affiliates',
        text: 'To run the programme we store username, e-mail address, payout details and your notes, encrypted with your own key, until the account is deleted. Sign-ins and what admins look up are recorded with a scrambled address for twelve months, failed sign-ins for a day, so that misuse is found.',
      },
      {
        heading: 'When you buy',
        text: 'The payment is handled by our store provider under its own policy. We receive your e-mail address and the order, never your card details, and keep them encrypted with the sale until you ask us to erase them.',
      },
      {
        heading: 'Your rights',
        text: 'Ask us in a support ticket what we hold about you, or to erase it. Erasure destroys the keys to your personal data for good.',
      },
    ],
  },
  refund: {
    title: 'Refund Policy',
    summary: 'Why sales are final, and what to do when something is wrong.',
    parts: [
      {
        heading: 'Sales are final',
        text: 'All sales are final and non-refundable. A licence key is delivered at once and cannot be taken back, so please try the free utility first.',
      },
      {
        heading: 'Chargebacks',
        text: 'A chargeback or an unauthorised refund request leads to a permanent ban of the licence key and of the accounts connected to it.',
      },
      {
        heading: 'Something does not work?',
        text: 'Open a support ticket in the community chat. We help until it works, or until we both know why your PC cannot do it.',
      },
      {
        heading: 'Your legal rights',
        text: 'Rights that the law of your country gives you as a consumer, and that cannot be waived, stay untouched.',
      },
    ],
  },
};

export const policiesPage: SiteContent['pages.tos'] = {
  title: 'Terms and policies',
  lead: 'Three short documents in plain words. Please read them before you buy.',
  ...heads.tos,
};
