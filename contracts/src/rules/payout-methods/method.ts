import type { refusals } from '../refusals.ts';

/** A detail of a payout method, such as an address. Bodies, events, answers and what screens show derive from it. */
export interface Detail {
  /** How a body checks it (services/src/http/body-class.ts), and what it may be at most there. */
  format: string;
  maximum?: number;
  /** Characters of it in events. */
  stored: number;
  /** The refusal of another text; `cell`: the text is a cell of the payer's file, so it begins no formula. */
  refusal: keyof typeof refusals | 'cell';
  /** How screens, statements and mails show it, and how answers describe that; without it, it is shown as it is. */
  shown?: { as: (text: string) => string; description: string };
}

/** What screens, calls and events know of a way to pay affiliates (docs/adding.md#a-payout-method). */
export interface PayoutMethod {
  name: string;
  /** By the name that the API has for it. The first says where the money goes. */
  details: Readonly<Record<string, Detail>>;
  /** The payer's file, as the API describes it, and how its name ends. `mayBeRefused`: a report may refuse it as a whole. */
  file: { extension: string; description?: string; mayBeRefused: boolean };
}
