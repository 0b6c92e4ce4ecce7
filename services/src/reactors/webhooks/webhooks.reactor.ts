import { onEventsWith } from '@framelift/contracts';
import { reactor } from '../../engine/reacting/reactor.ts';

/** The receiver that means every webhook. */
export const SUBSCRIBERS = 'subscribers';

/** Every public event, for whichever webhooks want it when it is sent. */
export const webhooks = reactor({
  name: 'webhooks',
  answers: 'Which webhooks receive which events.',
  group: SUBSCRIBERS,
  on: onEventsWith('public', () => [{ receiver: SUBSCRIBERS, kind: 'event' }]),
});
