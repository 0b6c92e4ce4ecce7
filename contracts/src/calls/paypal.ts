import type { Call } from './call.ts';

export const paypalCalls = {
  'POST /api/paypal/notifications': {
    does: 'Receive a notification of PayPal about payouts. PayPal confirms that it sent it.',
    permission: 'public',
    lane: 'reserved',
    fromStore: true,
    refuses: [401, 503],
  },
} as const satisfies Record<string, Call>;
