import { paths, writtenWords } from '@framelift/contracts';
import { type About, type Content, dashboard, mail, moment } from './mail.content.ts';

const account = ({ site }: About) => ({ label: 'Look at your account', url: `${site}${paths.account}` });
const NOT_YOU = 'If it was not you, set a new password at once and tell us.';
const LOST = 'If it was not you, tell us at once: somebody else may be using your account.';

/** Confirms the address a mail goes to, if not yet confirmed. */
const confirming = (about: About, lines: readonly string[], otherwise?: Content['button']): Pick<Content, 'lines' | 'button' | 'after'> =>
  about.confirmUrl
    ? { lines, button: { label: 'Confirm this address', url: about.confirmUrl }, after: ['The link is good for seven days.'] }
    : { lines, ...(otherwise ? { button: otherwise } : {}) };

/** A change of account security: its owner is notified whatever they chose. */
const guard = (subject: string, happened: (on: string) => string, notYou = NOT_YOU) =>
  mail((_, about) => ({ subject, heading: subject, lines: [happened(moment(about.at)), notYou], button: account(about) }));

const statuses = {
  active: ['Your account is active', 'Your sales earn commission, and you can ask to be paid.'],
  suspended: ['Your account is suspended', 'New sales earn nothing, and you cannot ask to be paid. What you earned stays yours.'],
  banned: ['Your account is banned', 'New sales earn nothing, and you cannot sign in any more.'],
} as const;

/** What an admin sends before the first sale. */
export const testMail = (brand: string): Content => ({
  subject: `Test mail of ${brand}`,
  heading: 'Mail works',
  lines: [`An admin of ${brand} sent this test mail. Affiliates and buyers can be reached.`],
});

/** About an account and its security. */
export const accountMails = {
  welcome: mail<'AffiliateRegistered'>((_, about) => {
    const needed = about.confirmUrl ? ['Confirm that this address is yours, and we can tell you of every sale.'] : [];
    return {
      subject: `Welcome to ${about.brand}`,
      heading: `Welcome, ${about.username}`,
      ...confirming(
        about,
        ['Your affiliate account is ready. Share your link: each sale it brings earns you a commission.', ...needed],
        dashboard(about, 'overview', 'Open your dashboard'),
      ),
      facts: [['Your link', `${about.site}/?ref=${encodeURIComponent(about.username)}`]],
    };
  }),
  statusChanged: mail<'AffiliateEdited'>((data, about) => {
    const [subject, line] = statuses[data.status!];
    return {
      subject,
      heading: subject,
      lines: [line, ...(data.reason ? [writtenWords(data.reason, false)] : [])],
      ...(data.status === 'banned' ? {} : { button: account(about) }),
    };
  }),
  paymentMethodAdded: guard('A payment method was added', (on) => `A payment method was added to your account on ${on}.`),
  paymentMethodChanged: guard('A payment method was changed', (on) => `A payment method of your account was changed on ${on}.`),
  paymentMethodRemoved: guard('A payment method was deleted', (on) => `A payment method of your account was deleted on ${on}.`),
  passwordChanged: guard('Your password was changed', (on) => `Your password was changed on ${on}. All other sessions ended.`),
  totpTurnedOn: guard('Two-factor sign-in is on', (on) => `Two-factor sign-in was turned on for your account on ${on}.`),
  totpTurnedOff: guard('Two-factor sign-in is off', (on) => `Two-factor sign-in was turned off for your account on ${on}.`),
  recoveryCodesRenewed: guard('You have new recovery codes', (on) => `New recovery codes were made on ${on}. Those before no longer work.`),
  emailChanged: mail<'AffiliateEdited' | 'AdminEmailChanged'>((_, about) => ({
    subject: 'Your address was changed',
    heading: 'Your address was changed',
    ...confirming(about, [`We write to you at this address from now on. It was changed on ${moment(about.at)}.`, LOST], account(about)),
  })),
  emailChangedBefore: guard(
    'Your address was changed',
    (on) => `Your address was changed on ${on}. We write to the new one from now on.`,
    LOST,
  ),
  emailChangeAsked: mail<'EmailChangeAsked' | 'AdminEmailChangeAsked'>((_, about) => ({
    subject: 'A new address was asked for',
    heading: 'A new address was asked for',
    lines: [
      `Someone signed in to your account asked on ${moment(about.at)} to move it to another address. Nothing changes until that address is confirmed.`,
      'If it was you, ignore this e-mail.',
      'If it was not you, press the button now. It cancels the change and ends every session. Then set a new password.',
    ],
    ...(about.cancelUrl ? { button: { label: 'It was not me', url: about.cancelUrl } } : {}),
    after: ['Setting a new password cancels the change as well.'],
  })),
  confirmEmail: mail<'EmailChangeAsked' | 'AdminEmailChangeAsked'>((_, about) => ({
    subject: 'Please confirm your address',
    heading: 'Please confirm your address',
    ...confirming(about, [
      `You asked ${about.brand} to write to you at this address. It takes effect once you confirm that it is yours.`,
      'If you did not ask for this, you can ignore this e-mail.',
    ]),
  })),
  passwordReset: mail<'PasswordResetAsked'>((data, about) => ({
    subject: 'Set a new password',
    heading: 'Set a new password',
    lines: [
      `Someone requested this link for the account ${about.username}. If it was you, set a new password now.`,
      'If it was not you, do nothing: your password stays as it is.',
    ],
    ...(about.resetUrl ? { button: { label: 'Set a new password', url: about.resetUrl } } : {}),
    after: [`The link works once, until ${moment(data.validUntil)}.`],
  })),
};
