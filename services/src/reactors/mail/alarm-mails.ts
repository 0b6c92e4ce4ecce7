import { euros, type Opened } from '@framelift/contracts';
import { adminPlace, mail, moment } from './mail.content.ts';

const count = (n: number): string => n.toLocaleString('en-US');
const ops = (command: string): string => `npm run ops -- ${command}`;

/** Mails to admins about the state of the system. A job causes them, not an event (services/src/operating/alarms.ts). */
export const alarmMails = {
  eventParked: mail((_, { detail, event, ...about }) => ({
    subject: `An event is parked: ${detail}`,
    heading: 'An event is parked',
    lines: [
      `The read model or reactor ${detail} could not take an event. Later events of the same stream are held back. Everything else continues; nothing is lost.`,
      'An operator must fix the cause and retry the event. See the runbook: StreamsParked.',
    ],
    facts: [
      ['Event', event.type],
      ['Log position', String(event.position)],
      ['Why', ops(`parked show ${detail} ${event.position}`)],
      ['All that are parked', ops('parked list')],
    ],
    button: adminPlace(about, 'read-models', 'See the read models'),
  })),
  booksOutOfBalance: mail((_, { detail, ...about }) => ({
    subject: 'The books are out of balance',
    heading: 'The books are out of balance',
    lines: [
      'Affiliates’ balances differ from the sum of their ledgers, or are below zero. Please complete no cashout until the cause is known.',
      'An operator must find the cause. See the runbook: BooksOutOfBalance.',
    ],
    facts: [
      ['Noticed on', `${detail} (UTC)`],
      ['By how much', ops('status')],
      ['Check the log', ops('audit')],
    ],
    button: adminPlace(about, 'read-models', 'See the read models'),
  })),
  backupFailed: mail((_, { detail, ...about }) => ({
    subject: 'A backup failed',
    heading: 'A backup failed',
    lines: [
      detail.startsWith('proof')
        ? 'The newest backup could not be restored on trial, so it may not help when you need it.'
        : 'No backup could be taken. Earlier ones are still there.',
      'It is tried again every hour. The reason is on the page of the backups.',
    ],
    facts: [
      ['Noticed on', `${detail.split(' ').at(-1)} (UTC)`],
      ['Try it by hand', ops('backup')],
    ],
    button: adminPlace(about, 'backups', 'See the backups'),
  })),
  archiveBehind: mail((_, { detail, ...about }) => ({
    subject: 'The archive is behind',
    heading: 'The archive is behind',
    lines: [
      'New events have not been archived for more than a minute. If this server were lost now, they would be lost with it.',
      'Your site stays online, and the archive catches up once it can be written. The reason is on the page of the backups or in the log. See the runbook: ArchiveBehind.',
    ],
    facts: [['Noticed on', `${detail} (UTC)`]],
    button: adminPlace(about, 'backups', 'See the backups'),
  })),
  witnessesSilent: mail((_, { detail, ...about }) => ({
    subject: 'No witness signs the log',
    heading: 'No witness signs the log',
    lines: [
      'None of the witnesses that you configured has signed the log for a day, so affiliates cannot rule out that others are shown another history.',
      'An operator must find the cause. See the runbook: Witnesses.',
    ],
    facts: [['Noticed on', `${detail} (UTC)`]],
    button: adminPlace(about, 'overview', 'Open the dashboard'),
  })),
};

/** Tells admins that a webhook stopped by itself. */
export const webhookPaused = mail<'WebhookPaused'>(({ because }, about) => ({
  subject: 'A webhook is paused',
  heading: 'A webhook is paused',
  lines: [
    `The webhook ${about.webhook} ${because === 'gone' ? 'answered that it is gone (410).' : 'failed for three days.'}`,
    'Events queue up while it is paused. Resume it to send them all, in order.',
  ],
  facts: [['Webhook', about.webhook]],
  button: adminPlace(about, 'integrations', 'Look at the webhook'),
}));

const NOT_MEANT = 'If this was not intended, undo it there and change your passwords.';
const personal = 'names, addresses and payout details';

/** Mails to admins about new lasting access and about changed terms. */
export const guardMails = {
  adminCreated: mail<'AdminCreated'>(({ username }, about) => ({
    subject: `New admin: ${username}`,
    heading: 'An admin was added',
    lines: [`${username} is an admin since ${moment(about.at)}. An operator made the account.`, NOT_MEANT],
    button: adminPlace(about, 'actions', 'See what admins did'),
  })),
  apiKeyMade: mail<'ApiKeyMade'>(({ name, scopes, expiresAt }, about) => ({
    subject: `New API key: ${name}`,
    heading: 'An API key was made',
    lines: [
      `${about.by} made the API key ${name} on ${moment(about.at)}. It works until it is revoked, whatever passwords change.`,
      NOT_MEANT,
    ],
    facts: [
      ['Scopes', scopes.join(', ')],
      ['Expires', expiresAt ? moment(expiresAt) : 'Never'],
    ],
    button: adminPlace(about, 'integrations', 'See the API keys'),
  })),
  webhookAdded: mail<'WebhookAdded'>(({ name, host, types, personal: shows }, about) => ({
    subject: `New webhook: ${name}`,
    heading: 'A webhook was added',
    lines: [`${about.by} added the webhook ${name} on ${moment(about.at)}.`, NOT_MEANT],
    facts: webhookFacts(host, types, shows),
    button: adminPlace(about, 'integrations', 'See the webhooks'),
  })),
  webhookChanged: mail<'WebhookChanged'>(({ name, host, types, personal: shows }, about) => ({
    subject: `Webhook changed: ${name}`,
    heading: 'A webhook was changed',
    lines: [`${about.by} changed the webhook ${name} on ${moment(about.at)}.`, NOT_MEANT],
    facts: webhookFacts(host, types, shows),
    button: adminPlace(about, 'integrations', 'See the webhooks'),
  })),
  fourEyesAsked: mail<'FourEyesChangeAsked'>((limits, about) => ({
    subject: 'A limit of payouts needs your agreement',
    heading: 'A limit of payouts needs your agreement',
    lines: [`${about.by} asked for these limits of payouts on ${moment(about.at)}.`, 'They take effect once another admin approves.'],
    facts: limitFacts(limits),
    button: adminPlace(about, 'programme', 'See the request'),
  })),
  archiveBypassed: mail<'ArchiveBypassed'>((_, about) => ({
    subject: 'The archive is bypassed',
    heading: 'The archive is bypassed',
    lines: [
      `Since ${moment(about.at)}, files, mails and webhooks leave before the archive has them: ${about.by} decided so. If this server were lost now, you could not prove what left.`,
      'They wait again once the archive is caught up.',
    ],
    button: adminPlace(about, 'backups', 'See the backups'),
  })),
  systemRestored: mail<'SystemRestored'>(({ from, to, reason, carried }, about) => ({
    subject: 'The system went back to an earlier moment',
    heading: 'The system went back to an earlier moment',
    lines: [
      `On ${moment(about.at)} ${about.by} put the system back to event ${count(to)}. ${count(from - to)} events were withdrawn.`,
      `What had left was recorded again: ${count(carried)} events, such as invoices and payments. State the outcome of each payment under Payouts: until then none of them can be paid again.`,
      'Everyone is signed out. Mails and webhooks are not sent again.',
    ],
    facts: [['Reason', reason]],
    button: adminPlace(about, 'payouts', 'See the payouts'),
  })),
  termsSet: mail<'ProgrammeTermsSet'>((_, about) => ({
    subject: 'The programme’s terms were changed',
    heading: 'The programme’s terms were changed',
    lines: [`${about.by} changed the terms on ${moment(about.at)}. The history there shows what changed.`, NOT_MEANT],
    button: adminPlace(about, 'programme', 'See the terms'),
  })),
};

const limitWords = (cents: number | null): string => (cents === null ? 'Not needed' : `From ${euros(cents)}`);
/** Limits that are absent stay as they are. */
const limitFacts = (limits: Opened<'FourEyesChangeAsked'>): [string, string][] => [
  ['Second admin', limitWords(limits.fourEyesCents)],
  ...(limits.fourEyesDayCents === undefined ? [] : [['Second admin, per day', limitWords(limits.fourEyesDayCents)] as [string, string]]),
  ...(limits.fourEyesAffiliateCents === undefined
    ? []
    : [['Second admin, per affiliate', limitWords(limits.fourEyesAffiliateCents)] as [string, string]]),
  ...(limits.detailsWaitDays === undefined
    ? []
    : [['Wait after new payment details', limits.detailsWaitDays ? `${limits.detailsWaitDays} days` : 'None'] as [string, string]]),
];

function webhookFacts(host: string, types: readonly string[], shows: boolean): [string, string][] {
  return [
    ['Sends to', host],
    ['Events', types.join(', ') || 'All'],
    ['Personal data', shows ? `Includes ${personal}` : 'None'],
  ];
}
