import { HOUR_MS, DAY_MS } from './time.ts';

/** What an account may choose to be written to about, and how often (docs/rules.md#18-mail). */

/** Of sales: each at once, one summary a day, or none. */
export const SALE_MAILS = ['instant', 'daily', 'off'] as const;

export interface MailChoices {
  readonly sales: (typeof SALE_MAILS)[number];
  readonly cashouts: boolean;
  readonly tiers: boolean;
}
export type MailGroup = keyof MailChoices;
export const MAIL_GROUPS = ['sales', 'cashouts', 'tiers'] as const satisfies MailGroup[];

/** Where mails are read on a system without a mail server. */
export const SANDBOX_MAILBOX = '/sandbox/mail';

/** Until an account chooses. */
export const firstMailChoices: MailChoices = { sales: 'instant', cashouts: true, tiers: true };

export const mailRules = {
  /** Links to set another password, and changes of address, that one account may ask for in an hour. */
  asksAnHour: 3,
  /** How long a link that confirms an address is good (ms). */
  confirmLinkFor: 7 * DAY_MS,
  /** When summaries of the day before go out, ms after midnight UTC. */
  summaryAt: 6 * HOUR_MS,
  /** What is older (ms) is not sent any more. */
  latest: 48 * HOUR_MS,
} as const;
