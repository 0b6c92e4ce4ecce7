import { says } from './text.ts';

/** What an admin does before the first sale (docs/rules.md#31-the-sellers-site). */
export const FIRST_RUN_STEPS = ['brand', 'products', 'provider', 'mail', 'affiliate'] as const;
export type FirstRunStep = (typeof FIRST_RUN_STEPS)[number];

/** Test mails that one process sends in an hour. */
export const TEST_MAILS_AN_HOUR = 5;

export const firstRunRefusals = {
  stepInvalid: `A step is one of ${FIRST_RUN_STEPS.join(', ')}`,
  noMailServer: 'No mail server is set. Set SMTP_URL and MAIL_FROM, and restart',
  addressUnreachable: 'This address cannot receive mail. Enter another one',
  mailFailed: says`The mail server did not accept the mail: ${(answer: string) => answer}`,
} as const;
