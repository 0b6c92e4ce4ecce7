import { adminTab, mail } from './mail.content.ts';

const ops = (command: string): string => `npm run ops -- ${command}`;

/** To admins, about the state of the system: no event calls for them, a job does (services/src/operating/alarms.ts). */
export const alarmMails = {
  eventParked: mail((_, { detail, event, ...about }) => ({
    subject: `An event is parked: ${detail}`,
    heading: 'An event is parked',
    lines: [
      `The read model or reactor ${detail} could not take an event. It holds back what follows on the same stream. Everything else goes on; nothing is lost.`,
      'An operator mends the cause and lets it take the event again. The runbook says how: StreamsParked.',
    ],
    facts: [
      ['Event', event.type],
      ['Log position', String(event.position)],
      ['Why', ops(`parked show ${detail} ${event.position}`)],
      ['All that are parked', ops('parked list')],
    ],
    button: adminTab(about, 'read-models', 'See the read models'),
  })),
  booksOutOfBalance: mail((_, { detail, ...about }) => ({
    subject: 'The books are out of balance',
    heading: 'The books are out of balance',
    lines: [
      'What affiliates have differs from the sum of their ledgers, or is below zero. Please complete no cashout before it is clear why.',
      'An operator finds the cause. The runbook says how: BooksOutOfBalance.',
    ],
    facts: [
      ['Noticed on', `${detail} (UTC)`],
      ['By how much', ops('status')],
      ['Check the log', ops('audit')],
    ],
    button: adminTab(about, 'read-models', 'See the read models'),
  })),
};

/** To admins: a webhook stopped by itself. */
export const webhookPaused = mail<'WebhookPaused'>(({ because }, about) => ({
  subject: 'A webhook is paused',
  heading: 'A webhook is paused',
  lines: [
    because === 'gone' ? 'It answered that it is gone (410).' : 'It failed for three days.',
    'What happens meanwhile waits for it. Resume it, and it is told everything since, in order.',
  ],
  button: adminTab(about, 'integrations', 'Look at the webhook'),
}));
