import { CommandBus } from '@nestjs/cqrs';
import { availableCents, heldCents } from '@framelift/contracts';
import * as programme from '../../programme/affiliate/affiliate.commands.ts';
import { affiliateSource } from '../../programme/affiliate/affiliate.decider.ts';
import { metaOf } from '../../engine/log/deciding/command.ts';
import { Streams } from '../../engine/log/deciding/streams.ts';
import type { Actor } from '../../engine/log/event.ts';
import { idFrom, Keys, uuidFrom } from '../../platform/keys.ts';
import type { Pool } from '../../platform/pg.ts';
import { Refused } from '../../platform/refused.ts';
import { CLOCK, POOL } from '../../platform/tokens.ts';
import { StartPayoutRun } from '../../programme/payouts/payout-run.commands.ts';
import { AddWebhook } from '../../reactors/webhooks/webhooks.commands.ts';
import { Endpoints, newSecret } from '../../reactors/webhooks/endpoints.ts';
import { CASHOUTS } from '../../screens/dashboard/dashboard.tables.ts';
import type { Get } from '../ops/result.ts';

const BUYER = 'casey@mail.example';
const HOOK = 'https://hooks.example.com/framelift';
const IN_A_RUN = 2;

interface OpenCashout {
  id: string;
  affiliateId: string;
  status: 'pending' | 'approved';
}

const openCashouts = async (pool: Pool): Promise<OpenCashout[]> =>
  (
    await pool.query<OpenCashout>(
      `select cashout_id as id, affiliate_id as "affiliateId", status from ${CASHOUTS}
       where status in ('pending', 'approved') order by requested_at, cashout_id`,
    )
  ).rows;

/** What happens today, once the system runs and so sends mails: a claim, a webhook, a payment, a rejection, a payout run, a request. */
export async function playToday(get: Get, { affiliateId, adminId }: { affiliateId: string; adminId: string }): Promise<void> {
  const now = get(CLOCK)();
  const [admin, affiliate]: Actor[] = [
    { kind: 'admin', id: adminId },
    { kind: 'affiliate', id: affiliateId },
  ];
  const meta = (what: string, actor: Actor) => metaOf(actor, now, uuidFrom(`demo today ${what}`));
  // A rule of the programme may refuse one of these in another history; the others still happen.
  const execute = (command: object) =>
    get(CommandBus)
      .execute(command as never)
      .catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error;
      });

  await execute(
    new programme.RaiseMissingSale({
      meta: meta('claim', affiliate!),
      affiliateId,
      boughtOn: new Date(now).toISOString().slice(0, 10),
      customerEmail: BUYER,
      buyer: get(Keys).buyer(BUYER),
      notes: 'They bought during my stream yesterday, with my link.',
    }),
  );

  const webhookId = idFrom('demo today webhook');
  const [url, secret] = await get(Endpoints).seal(webhookId, [HOOK, newSecret()]);
  const settings = { name: 'Bookkeeping', types: ['cashout.completed'], personal: false };
  const { host } = new URL(HOOK);
  await execute(new AddWebhook({ meta: meta('webhook', admin!), webhookId, ...settings, host, url: url!, secret: secret! } as never));

  const [paid, rejected, ...others] = await openCashouts(get(POOL));
  const process = (cashout: OpenCashout, status: 'completed' | 'rejected', adminNotes?: string) =>
    execute(
      new programme.ProcessCashout({
        meta: meta(status, admin!),
        cashoutId: cashout.id,
        from: cashout.status,
        status,
        adminNotes,
      } as never),
    );
  if (paid) await process(paid, 'completed');
  if (rejected) await process(rejected, 'rejected', 'Please confirm your payout address first.');
  const cashoutIds = others.slice(0, IN_A_RUN).map(({ id }) => id);
  if (cashoutIds.length) await execute(new StartPayoutRun({ meta: meta('run', admin!), runId: idFrom('demo today run'), cashoutIds }));

  const { state } = await get(Streams).load(affiliateSource(affiliateId));
  const [method] = state.paymentMethods;
  const amountCents = availableCents(state.books, heldCents(state.holds, new Date(now).toISOString()));
  if (method)
    await execute(
      new programme.RequestCashout({ meta: meta('request', affiliate!), affiliateId, amountCents, paymentMethodId: method.id }),
    );
}
