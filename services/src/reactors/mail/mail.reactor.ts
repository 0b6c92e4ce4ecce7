import { eventsWith, kindsOf } from '@framelift/contracts';
import type { FoldedEvent } from '../../engine/projecting/projection.ts';
import { type Intent, reactor } from '../../engine/reacting/reactor.ts';

/** The receiver that means every admin. */
export const ADMINS = 'admins';

/** Mails to the account of the stream and to every admin. The first start creates the first admin, so it mails no one. */
const intentsOf = (event: FoldedEvent): readonly Intent[] => [
  ...kindsOf('mail', event).map((kind) => ({ receiver: event.streamId, kind })),
  ...(event.metadata.actor.id === 'start' ? [] : kindsOf('adminMail', event).map((kind) => ({ receiver: ADMINS, kind }))),
];

/** Which events cause mails to whom. Choices and addresses are read when a mail is sent. */
export const mail = reactor({
  name: 'mail',
  answers: 'Who receives which e-mails.',
  group: ADMINS,
  on: Object.fromEntries([...eventsWith('mail'), ...eventsWith('adminMail')].map((type) => [type, intentsOf])),
});
