import { DAY_MS, SANDBOX_MAILBOX } from '@framelift/contracts';
import type { Made } from '../operating/demo/demo.ts';
import { formatTable } from '../operating/ops/result.ts';
import type { Config } from '../platform/config.ts';

/** What there is to open on a system that has just started, as a table. `made`: the history that was just made. */
export function places({ publicUrl, admin, store, mail, clockAheadMs }: Config, made?: Made): string {
  const signIn = `${publicUrl}/affiliate/login`;
  const rows = [
    ['Site', publicUrl, ''],
    ['Affiliate sign-in', signIn, made ? `${made.affiliate} / ${made.password}` : `join at ${publicUrl}/affiliate/register`],
    ['Admin sign-in', signIn, `as ${admin.username}`],
    ...(store.sandbox ? [['Payment sandbox', store.sandboxUrl, 'opens when you press Buy Now']] : []),
    ...(mail.sandbox ? [['Sandbox mailbox', `${publicUrl}${SANDBOX_MAILBOX}`, 'every mail is kept here']] : []),
    ...(clockAheadMs ? [['Clock', `${clockAheadMs / DAY_MS} days ahead`, 'CLOCK_AHEAD_DAYS']] : []),
    ['API docs', `${publicUrl}/api/docs`, ''],
  ];
  return formatTable(rows).replace(/^/gm, '  ');
}
