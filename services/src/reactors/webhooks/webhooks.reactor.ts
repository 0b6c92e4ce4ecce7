import { onEventsWith } from '@framelift/contracts';
import { reactor } from '../../engine/reacting/reactor.ts';

/** The receiver that stands for every webhook there is. */
export const SUBSCRIBERS = 'subscribers';

/** Every public event, for whichever webhooks want it when it is sent. */
export const webhooks = reactor({
  name: 'webhooks',
  answers: 'Which other software is told what.',
  on: onEventsWith('public', () => [{ receiver: SUBSCRIBERS, kind: 'event' }]),
});
