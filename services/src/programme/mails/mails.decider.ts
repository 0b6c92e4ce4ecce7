import { type Fact, fact, firstMailChoices, HOUR_MS, type MailChoices, mailRules, refusals, type Sealed } from '@framelift/contracts';
import type { Decider, Source } from '../../engine/log/deciding/decider.ts';
import { refuseIf } from '../../platform/refused.ts';
import { type Claim, claimName, releaseName } from '../claims/claim.decider.ts';
import type { Programme } from '../terms/terms.decider.ts';
import type * as commands from './mails.commands.ts';

interface Address {
  email: Sealed;
  emailClaim: string;
}

/** An account's address and mail choices, from its own stream. */
export interface Mails {
  /** Null: the account does not, or no longer, exist. */
  address: Address | null;
  /** Its owner opened a link sent there. */
  confirmed: boolean;
  /** The last requested address, not yet confirmed. */
  pending: Address | null;
  choices: MailChoices;
  /** Times of the newest requests for a change of address, ISO 8601. */
  requestedAt: readonly string[];
}

const addressRequested = (m: Mails, { email, emailClaim }: Address, { at }: { at: string }): Mails => ({
  ...m,
  pending: { email, emailClaim },
  requestedAt: [...m.requestedAt, at].slice(-mailRules.asksAnHour),
});

const movedTo = (m: Mails, { email, emailClaim }: Address): Mails => ({
  ...m,
  address: { email, emailClaim },
  confirmed: false,
  pending: null,
});

export const mailsDecider: Decider<Mails> = {
  name: 'mails',
  version: 4,
  initial: { address: null, confirmed: false, pending: null, choices: firstMailChoices, requestedAt: [] },
  evolve: {
    AffiliateRegistered: (m, { email, emailClaim }) => ({ ...m, address: { email, emailClaim } }),
    // Operators create admins with their address.
    AdminCreated: (m, { email, emailClaim }) => ({ ...m, address: { email, emailClaim }, confirmed: true }),
    AffiliateEdited: (m, { email, emailClaim }) => (email && emailClaim ? movedTo(m, { email, emailClaim }) : m),
    AdminEmailChanged: movedTo,
    AffiliateDeleted: (m) => ({ ...m, address: null, pending: null }),
    AdminRevoked: (m) => ({ ...m, address: null, pending: null }),
    EmailConfirmed: (m, { emailClaim }) => (m.address?.emailClaim === emailClaim ? { ...m, confirmed: true } : m),
    EmailChangeAsked: addressRequested,
    AdminEmailChangeAsked: addressRequested,
    // Its requester may no longer know the password.
    PasswordChanged: (m) => ({ ...m, pending: null }),
    EmailChangeCancelled: (m) => ({ ...m, pending: null }),
    MailsChosen: (m, choices) => ({ ...m, choices }),
  },
};

export const mailsSource = (accountId: string): Source<Mails> => ({ streamId: accountId, decider: mailsDecider });

/** Whether the limit per hour is reached. `at`: the newest requests, ISO 8601. */
export const requestedTooOften = (at: readonly string[], now: string): boolean =>
  at.length >= mailRules.asksAnHour && Date.parse(now) - Date.parse(at.at(-mailRules.asksAnHour)!) < HOUR_MS;

const present = ({ address }: Mails): void => refuseIf(!address, refusals.accountNotFound, 'missing');

export const chooseMails = (m: Mails, { choices }: commands.ChooseMails): Fact[] => {
  present(m);
  const next = { ...m.choices, ...choices };
  return JSON.stringify(next) === JSON.stringify(m.choices) ? [] : [fact('MailsChosen', next)];
};

/** `unauthorized`, so that it counts as a guess like a token that was never issued. */
export const confirmEmail = (m: Mails, { emailClaim }: commands.ConfirmEmail): Fact[] => {
  refuseIf(m.address?.emailClaim !== emailClaim, refusals.mailLinkInvalid, 'unauthorized');
  return m.confirmed ? [] : [fact('EmailConfirmed', { emailClaim })];
};

/** Only the pending change can be cancelled: links of earlier ones, or after confirmation, are not valid. */
export const cancelEmailChange = (m: Mails, { emailClaim }: { emailClaim: string }): Fact[] => {
  refuseIf(m.address?.emailClaim === emailClaim, refusals.emailChangedAlready, 'conflict');
  refuseIf(m.pending?.emailClaim !== emailClaim, refusals.mailLinkInvalid, 'unauthorized');
  return [fact('EmailChangeCancelled', { emailClaim })];
};

/** Each kind of account has its own events: their addresses are sealed under different keys. */
const events = (accountId: string) =>
  accountId.startsWith('admin-')
    ? ({ asked: 'AdminEmailChangeAsked', changed: 'AdminEmailChanged' } as const)
    : ({ asked: 'EmailChangeAsked', changed: 'AffiliateEdited' } as const);

interface Asking {
  mails: Mails;
  newEmail: Claim;
}

/** The current, unconfirmed address: its link is sent again. */
export const askEmailChange = ({ mails, newEmail }: Asking, c: commands.AskEmailChange): { mails: Fact[] } => {
  present(mails);
  const { email, emailClaim } = c;
  refuseIf(mails.confirmed && mails.address!.emailClaim === emailClaim, refusals.emailSame);
  claimName(newEmail, 'email', c.accountId, c.meta.occurredAt);
  refuseIf(requestedTooOften(mails.requestedAt, c.meta.occurredAt), refusals.tooManyRequests, 'tooMany');
  return { mails: [fact(events(c.accountId).asked, { email, emailClaim })] };
};

interface Changing {
  mails: Mails;
  programme: Programme;
  oldEmail: Claim;
  newEmail: Claim;
}

/** The new address counts and is confirmed; the old one is free. */
export const changeEmail = (s: Changing, c: commands.ChangeEmail): { [K in keyof Changing]?: Fact[] } => {
  const { accountId, email, emailClaim } = c;
  refuseIf(!s.mails.address || s.mails.pending?.emailClaim !== emailClaim, refusals.mailLinkInvalid, 'unauthorized');
  const now = c.meta.occurredAt;
  return {
    mails: [fact(events(accountId).changed, { email, emailClaim }), fact('EmailConfirmed', { emailClaim })],
    oldEmail: releaseName(s.oldEmail, s.programme.terms, 'email', accountId, now, 'renamed'),
    newEmail: claimName(s.newEmail, 'email', accountId, now),
  };
};
