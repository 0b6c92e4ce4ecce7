import { CommandBus } from '@nestjs/cqrs';
import { availableCents, heldCents, type ReviewDecision, type SignalRuleName } from '@framelift/contracts';
import * as programme from '../../programme/affiliate/affiliate.commands.ts';
import { affiliateSource } from '../../programme/affiliate/affiliate.decider.ts';
import { metaOf } from '../../engine/log/deciding/command.ts';
import { Streams } from '../../engine/log/deciding/streams.ts';
import type { Actor } from '../../engine/log/event.ts';
import { idFrom, Keys, uuidFrom } from '../../platform/keys.ts';
import type { Pool } from '../../platform/pg.ts';
import { Refused } from '../../platform/refused.ts';
import { CLOCK, POOL } from '../../platform/tokens.ts';
import { MakeApiKey } from '../../programme/keys/api-key.commands.ts';
import { hashOfKey } from '../../programme/keys/key-access.ts';
import { SettlePayoutRun, StartPayoutRun } from '../../programme/payouts/payout-run.commands.ts';
import { DecideReview } from '../../store/store.commands.ts';
import { OPEN_SIGNALS } from '../../screens/review/review.tables.ts';
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

interface Reviewable {
  about: string;
  affiliateId: string;
  rules: SignalRuleName[];
  upTo: number;
}

/** Accounts with signals, the oldest first; one in a payout run is refused. */
const REVIEWABLE = `select s.about, s.affiliate_id as "affiliateId", array_agg(distinct s.rule) as rules, max(s.position)::bigint as "upTo"
  from (${OPEN_SIGNALS}) s where s.of = 'affiliate' group by s.about, s.affiliate_id order by max(s.position) limit 2`;

const openCashouts = async (pool: Pool): Promise<OpenCashout[]> =>
  (
    await pool.query<OpenCashout>(
      `select cashout_id as id, affiliate_id as "affiliateId", status from ${CASHOUTS}
       where status in ('pending', 'approved') order by requested_at, cashout_id`,
    )
  ).rows;

/** What happens today, once the system runs and so sends mails: a claim, a rejection, two payout runs, a webhook, a key, reviews, a request. */
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

  const [paid, rejected, ...others] = await openCashouts(get(POOL));
  if (rejected) {
    const { id: cashoutId, status: from } = rejected;
    const adminNotes = 'Please confirm your payout address first.';
    const rejection = { meta: meta('rejected', admin!), cashoutId, from, status: 'rejected', adminNotes } as const;
    await execute(new programme.ProcessCashout(rejection as never));
  }
  const start = async (run: string, cashouts: readonly OpenCashout[]) => {
    const runId = idFrom(`demo today ${run}`);
    await execute(new StartPayoutRun({ meta: meta(run, admin!), runId, cashoutIds: cashouts.map(({ id }) => id) }));
    return runId;
  };
  if (paid) {
    const runId = await start('paid run', [paid]);
    await execute(new SettlePayoutRun({ meta: meta('settled run', admin!), runId, reference: 'PayPal batch 5XJ2' }));
  }
  if (others.length) await start('run', others.slice(0, IN_A_RUN));

  const webhookId = idFrom('demo today webhook');
  const [url, secret] = await get(Endpoints).seal(webhookId, [HOOK, newSecret()]);
  const settings = { name: 'Bookkeeping', types: ['cashout.completed'], personal: false };
  const { host } = new URL(HOOK);
  await execute(new AddWebhook({ meta: meta('webhook', admin!), webhookId, ...settings, host, url: url!, secret: secret! } as never));

  const keyId = idFrom('demo today key');
  const key = { name: 'Bookkeeping export', scopes: ['read:programme', 'read:affiliates'] as const, perMinute: 60, expiresAt: null };
  await execute(new MakeApiKey({ meta: meta('key', admin!), keyId, ...key, hash: hashOfKey(newSecret()) }));

  const { rows: reviews } = await get(POOL).query<Reviewable>(REVIEWABLE);
  const [held, fine] = reviews;
  const decide = ({ about, affiliateId: of, rules, upTo }: Reviewable, decision: ReviewDecision, reason: string | null) =>
    execute(new DecideReview({ meta: meta(decision, admin!), of: 'affiliate', about, affiliateId: of, rules, upTo, decision, reason }));
  if (held) await decide(held, 'hold', 'We check where these clicks come from first.');
  if (fine) await decide(fine, 'fine', null);

  const { state } = await get(Streams).load(affiliateSource(affiliateId));
  const [method] = state.paymentMethods;
  const amountCents = availableCents(state.books, heldCents(state.holds, new Date(now).toISOString()));
  if (method)
    await execute(
      new programme.RequestCashout({ meta: meta('request', affiliate!), affiliateId, amountCents, paymentMethodId: method.id }),
    );
}
