// A command of an affiliate with 100,000 sales, on hold for up to 90 days, and of one with 10: load, decide, append, warm and after a restart.
import { randomUUID } from 'node:crypto';
import { AddPaymentMethod, RemovePaymentMethod } from '../services/dist/programme/affiliate/affiliate.commands.js';
import { AddPaymentMethodHandler, RemovePaymentMethodHandler } from '../services/dist/programme/affiliate/affiliate.handlers.js';
import { Streams } from '../services/dist/engine/log/deciding/streams.js';
import { idFrom } from '../services/dist/platform/keys.js';
import { withDatabase } from './database.mjs';
import { inTurn, quantile, row } from './measure.mjs';
import { affiliateRegistered, saleRecorded } from '../test/support/facts.ts';

const HASH = 'c'.repeat(40);
const meta = () => {
  const commandId = randomUUID();
  return {
    commandId,
    correlationId: commandId,
    repeatable: false,
    occurredAt: new Date().toISOString(),
    actor: { kind: 'system', id: 'bench' },
  };
};

const DAY_MS = 86_400_000;
/** Holds that end on each of the next 90 days, as a hold of 90 days has. */
const releaseOf = (n) => new Date((Math.floor(Date.now() / DAY_MS) + 1 + (n % 90)) * DAY_MS).toISOString();

async function affiliateWith(log, name, sales) {
  const id = idFrom(name);
  const append = (facts) => {
    const { repeatable: _, ...metadata } = meta();
    return log.append({ streams: [{ streamId: `affiliate-${id}`, expected: 'any', facts }], metadata });
  };
  await append([
    affiliateRegistered({
      affiliateId: id,
      username: name,
      email: `${name}@mail.example`,
      usernameClaim: HASH,
      emailClaim: HASH,
      commissionBps: 2000,
    }),
  ]);
  for (let n = 0; n < sales; n += 500)
    await append(
      Array.from({ length: Math.min(500, sales - n) }, (_, i) =>
        saleRecorded({
          invoiceId: `${name}-${n + i}`,
          soldAt: new Date().toISOString(),
          availableAt: releaseOf(n + i),
          customerEmail: { sealed: 'x'.repeat(60), of: 'buyer:b' },
          buyer: HASH,
        }),
      ),
    );
  return id;
}

/** ms of a command: adds and removes a payment method, so the stream's state does not change. */
export async function command(on, id) {
  const methodId = idFrom(randomUUID());
  const began = performance.now();
  await new AddPaymentMethodHandler(on).execute(
    new AddPaymentMethod({
      meta: meta(),
      affiliateId: id,
      paymentMethodId: methodId,
      paymentType: 'paypal',
      details: { email: 'a@mail.example' },
      detailsHash: HASH,
    }),
  );
  const took = performance.now() - began;
  await new RemovePaymentMethodHandler(on).execute(new RemovePaymentMethod({ meta: meta(), affiliateId: id, paymentMethodId: methodId }));
  return took;
}

export const commands = () =>
  withDatabase(async ({ owner, open }) => {
    const { pool, log, streams } = await open();
    const [small, large] = [await affiliateWith(log, 'small', 10), await affiliateWith(log, 'large', 100_000)];
    await owner.query('vacuum analyze log.events');
    const many = (id) => async () => {
      const took = [];
      for (let i = 0; i < 200; i++) took.push(await command(streams, id));
      return { p50: quantile(took, 0.5), p99: quantile(took, 0.99) };
    };
    // The first load ever folds all of the stream and keeps a snapshot; every later process starts from that.
    const first = await command(new Streams(pool, log), large);
    await command(new Streams(pool, log), small);
    const warm = await inTurn(5, { ours: many(large), '10 sales': many(small) });
    const cold = await inTurn(5, {
      ours: () => command(new Streams(pool, log), large),
      '10 sales': () => command(new Streams(pool, log), small),
    });
    const of = (figure) => Object.fromEntries(Object.entries(warm).map(([name, runs]) => [name, runs.map((r) => r[figure])]));
    return [
      row('commands', 'with 100k sales, p50', 'ms', of('p50')),
      row('commands', 'with 100k sales, p99', 'ms', of('p99')),
      row('commands', 'with 100k sales, first in a process', 'ms', cold),
      row('commands', 'with 100k sales, first ever (no snapshot)', 'ms', { ours: [first] }),
    ];
  });
