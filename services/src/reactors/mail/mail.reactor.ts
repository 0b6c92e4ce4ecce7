import { eventsWith, kindsOf } from '@framelift/contracts';
import type { FoldedEvent } from '../../engine/projecting/projection.ts';
import { type Intent, reactor } from '../../engine/reacting/reactor.ts';

/** The receiver that stands for every admin. */
export const ADMINS = 'admins';

/** To the account of the stream, and to every admin. The first start creates the first admin, so it mails no one. */
const intentsOf = (event: FoldedEvent): readonly Intent[] => [
  ...kindsOf('mail', event).map((kind) => ({ receiver: event.streamId, kind })),
  ...(event.metadata.actor.id === 'start' ? [] : kindsOf('adminMail', event).map((kind) => ({ receiver: ADMINS, kind }))),
];

/** Who is written to because of what. Whether they want it, and their address, is asked when it is sent. */
export const mail = reactor({
  name: 'mail',
  answers: 'Who is told what by e-mail.',
  on: Object.fromEntries([...eventsWith('mail'), ...eventsWith('adminMail')].map((type) => [type, intentsOf])),
});
