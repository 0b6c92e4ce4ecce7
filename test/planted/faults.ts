// Real mistakes, each a small change of the product's own code, and the check that must catch it. `npm run planted` plants one after the
// other.
import { webFaults } from './web-faults.ts';

const log = 'services/src/engine/log';
const feed = 'services/src/engine/feed';
const projecting = 'services/src/engine/projecting';
const simulation = { seeds: 12, steps: 100 };

export interface PlantedFault {
  what: string;
  file: string;
  /** Occurs once in the file. */
  from: string;
  to: string;
  /** A spec, or seeds of the simulation. */
  by: string | typeof simulation;
}

export const faults: readonly PlantedFault[] = [
  {
    what: 'A checkpoint is committed before its rows',
    file: `${projecting}/read-model.ts`,
    from: `    await this.hold(client, toPark);\n`,
    to: `    await this.hold(client, toPark);\n    if (extra.length) {\n      for (const statement of extra) await client.query(statement);\n      await client.query('commit; begin');\n    }\n`,
    by: simulation,
  },
  {
    what: 'An append is acknowledged before its commit',
    file: `${log}/appending/group-commit.ts`,
    from: 'if (first && (await first.isAppended))',
    to: 'if (first)',
    by: `${log}/log.spec.ts`,
  },
  {
    what: 'The expected version is not compared when processes take turns',
    file: `${log}/appending/append.ts`,
    from: `expected !== 'any' && expected !== actual[s]`,
    to: `expected !== 'any' && expected > actual[s]!`,
    by: `${log}/log.spec.ts`,
  },
  {
    what: 'A stream that was only read may have changed',
    file: `${log}/appending/linking.ts`,
    from: '        unchanged.set(streamId, expected);\n',
    to: '',
    by: 'services/src/store/terms-race.spec.ts',
  },
  {
    what: 'The hash leaves out the metadata',
    file: `${log}/chain.ts`,
    from: `    netstring(e.dataText) +\n    netstring(e.metadataText);`,
    to: `    netstring(e.dataText);`,
    by: simulation,
  },
  {
    what: 'An event may be recorded before the one it follows',
    file: `${log}/appending/linking.ts`,
    from: 'new Date(Math.max(now, seen.recordedAt.getTime()))',
    to: 'new Date(now)',
    by: `${log}/log.spec.ts`,
  },
  {
    what: 'A command id may come back with another payload',
    file: `${log}/deciding/streams.ts`,
    from: 'if (events[0]!.metadata.fingerprint !== fingerprint) throw new CommandReused(commandId);',
    to: 'if (!fingerprint && events[0]!.metadata.fingerprint) throw new CommandReused(commandId);',
    by: `${log}/deciding/streams.spec.ts`,
  },
  {
    what: 'A decision from before the database lost commits is appended after it',
    file: `${log}/appending/group-commit.ts`,
    from: '=> history !== this.known.history;',
    to: '=> history > this.known.history;',
    by: `${log}/appending/history.spec.ts`,
  },
  {
    what: 'A state is kept although another process appended to its stream',
    file: `${log}/deciding/stream-states.ts`,
    from: `? { from: cached, events: await this.log.readStreamSince({ streamId, after: cached.version }) }`,
    to: `? { from: cached, events: [] }`,
    by: `${log}/deciding/streams.spec.ts`,
  },
  {
    what: 'A key is destroyed outside of the erasure’s transaction',
    file: `${log}/sealing/vault.ts`,
    from: `    await client.query('delete from vault.keys where subject = any($1::text[])', [subjects]);`,
    to: `    await this.pool.query('delete from vault.keys where subject = any($1::text[])', [subjects]);`,
    by: 'test/engine/erasure.spec.ts',
  },
  {
    what: 'A zombie’s batch is folded again',
    file: `${projecting}/read-model.ts`,
    from: 'folded.filter((e) => e.position > reached.get(e.partition)!)',
    to: 'folded.filter((e) => e.position > 0 || reached.size < 0)',
    by: simulation,
  },
  {
    what: 'A batch that begins behind the checkpoint is folded',
    file: `${projecting}/read-model.ts`,
    from: `if (checkpoints.some((c) => c.position < boundOf(batch.after, c.partition))) return { outcome: 'gap' };`,
    to: '',
    by: `${projecting}/read-model.spec.ts`,
  },
  {
    what: 'Events of another history are folded',
    file: `${projecting}/read-model.ts`,
    from: `if (!isOurs) return { outcome: 'foreign' };`,
    to: '',
    by: `${projecting}/read-model.spec.ts`,
  },
  {
    what: 'Events after a parked one of their stream are folded',
    file: `${projecting}/read-model.ts`,
    from: 'if (since !== undefined && event.position >= since) {',
    to: 'if (since !== undefined && event.position === since) {',
    by: `${projecting}/read-model.spec.ts`,
  },
  {
    what: 'A read model is swapped without its lock',
    file: `${projecting}/replay.ts`,
    from: `    await lockInTransaction(client, lockOf(projection));\n    const partitions = allPartitions(log);`,
    to: `    const partitions = allPartitions(log);`,
    by: `${projecting}/replay.spec.ts`,
  },
  {
    what: 'Verification compares in one direction only',
    file: `${projecting}/verify.ts`,
    from: 'l full join ${side(check)}',
    to: 'l left join ${side(check)}',
    by: `${projecting}/verify.spec.ts`,
  },
  {
    what: 'A gap in the messages from Kafka is not noticed',
    file: `${feed}/topic-run.ts`,
    from: `if (last && (received.before.position !== last.position || received.before.hash !== last.hash)) return 'broken';`,
    to: '',
    by: `${feed}/cloud-event.spec.ts`,
  },
  {
    what: 'The relay saves its position before the broker has answered',
    file: `${feed}/publisher.ts`,
    from: '    const written = messages.length ? await this.producer.send(request) : [];',
    to: '    this.position = events[to - 1]!.position;\n    await this.save();\n    const written = messages.length ? await this.producer.send(request) : [];',
    by: 'test/kafka/relay.spec.ts',
  },
  {
    what: 'The feed begins at the highest checkpoint of the partitions',
    file: `${feed}/log-feed.ts`,
    from: 'let after = Math.min(...begin);',
    to: 'let after = Math.max(...begin);',
    by: `${feed}/log-feed.spec.ts`,
  },
  {
    what: 'A claimed intent is never due again',
    file: 'services/src/engine/reacting/claimed.ts',
    from: 'const LEASE_MS = MINUTE_MS;',
    to: 'const LEASE_MS = 5_000_000 * MINUTE_MS;',
    by: 'services/src/engine/reacting/outbox.spec.ts',
  },
  {
    what: 'Commission is rounded down',
    file: 'contracts/src/rules/books.ts',
    from: '(baseCents * rateBps + 5_000)',
    to: '(baseCents * rateBps)',
    by: 'services/src/store/sale.decider.spec.ts',
  },
  {
    what: 'A cashout may include the amount on hold',
    file: 'services/src/programme/affiliate/payout.decider.ts',
    from: 'refuseIf(amountCents > availableCents(a.books, heldCents(a.holds, meta.occurredAt)), refusals.insufficientBalance);',
    to: 'refuseIf(amountCents > availableCents(a.books, 0), refusals.insufficientBalance);',
    by: 'services/src/programme/affiliate/payout.decider.spec.ts',
  },
  {
    what: 'A cashout may exceed the balance',
    file: 'services/src/programme/affiliate/payout.decider.ts',
    from: 'refuseIf(amountCents > availableCents(a.books, heldCents(a.holds, meta.occurredAt)), refusals.insufficientBalance);',
    to: 'refuseIf(amountCents > 2 * availableCents(a.books, heldCents(a.holds, meta.occurredAt)), refusals.insufficientBalance);',
    by: simulation,
  },
  {
    what: 'A cashout in a payout run can also be decided alone',
    file: 'services/src/programme/affiliate/payout.decider.ts',
    from: `  refuseIf(cashout!.run !== undefined, payoutRefusals.cashoutInRun, 'conflict');\n`,
    to: '',
    by: 'services/src/programme/affiliate/affiliate.decider.spec.ts',
  },
  {
    what: 'The admin who started a payout run approves it',
    file: 'services/src/programme/payouts/payout-run.decider.ts',
    from: `  refuseIf(sameActor(run.startedBy, meta.actor), payoutRefusals.approvedBySame, 'forbidden');\n`,
    to: '',
    by: 'services/src/programme/payouts/payout-run.decider.spec.ts',
  },
  {
    what: 'A payment is returned twice',
    file: 'services/src/programme/payouts/payment-result.decider.ts',
    from: `  if (isKnown) return {};\n`,
    to: '',
    by: 'services/src/programme/payouts/payout-run.decider.spec.ts',
  },
  {
    what: 'A refund reverses at the current rate',
    file: 'services/src/store/sale.decider.ts',
    from: '  const { affiliateId, amountCents, commissionCents, found, foreign, product } = checkout.credit!;',
    to: '  const { affiliateId, amountCents, found, foreign, product } = checkout.credit!;\n  const commissionCents = Math.floor((amountCents * affiliate.commissionBps) / 10_000);',
    by: 'services/src/store/sale-taken-back.spec.ts',
  },
  {
    what: 'An invoice is credited again',
    file: 'services/src/store/sale.decider.ts',
    from: `return sale.checkout.outcome === 'none' && !tooEarly`,
    to: `return sale.checkout.outcome !== 'reversed' && !tooEarly`,
    by: 'services/src/store/sale.decider.spec.ts',
  },
  {
    what: 'A suspended affiliate earns',
    file: 'services/src/store/sale.decider.ts',
    from: `  suspended: ({ affiliate }) => affiliate.status === 'suspended',\n`,
    to: '',
    by: 'services/src/store/sale.decider.spec.ts',
  },
  {
    what: 'A taken name is claimed again',
    file: 'services/src/programme/claims/claim.decider.ts',
    from: `refuseIf(claim.accountId !== null || !!held, taken[kind], 'conflict');`,
    to: `refuseIf(!!held, taken[kind], 'conflict');`,
    by: 'services/src/programme/claims/claim.decider.spec.ts',
  },
  {
    what: 'A notification is done before its invoice is settled',
    file: 'services/src/store/notification-inbox.ts',
    from: '    if (invoice === null) return;\n',
    to: "    if (invoice !== 'planted') return;\n",
    by: 'services/src/store/store.spec.ts',
  },
  {
    what: 'The reconciler’s progress is saved although an invoice failed',
    file: 'services/src/store/reconciler.ts',
    from: 'if (!(error instanceof StoreProblem) || error instanceof StoreUnavailable) all = false;',
    to: 'if (error instanceof StoreProblem) all = true;',
    by: 'services/src/store/jobs.spec.ts',
  },
  {
    what: 'A solved captcha is accepted twice',
    file: 'services/src/store/altcha.ts',
    from: '    return rowCount === 1;',
    to: '    return rowCount !== null;',
    by: 'services/src/store/altcha.spec.ts',
  },
  {
    what: 'The version of a token is not compared',
    file: 'services/src/programme/sign-in/sessions.ts',
    from: 'if (!who || session?.tokenVersion !== payload.tv)',
    to: 'if (!who || !session)',
    by: 'test/security/tokens.spec.ts',
  },
  {
    what: 'Failed logins are not counted for an account',
    file: 'services/src/programme/sign-in/attempts.ts',
    from: 'const ACCOUNT: Limit = { free: 10,',
    to: 'const ACCOUNT: Limit = { free: 1_000_000,',
    by: 'services/src/programme/sign-in/attempts.spec.ts',
  },
  {
    what: 'A webhook may lead to the machine itself',
    file: 'services/src/platform/network.ts',
    from: `found.range() === 'unicast'`,
    to: `found.range() !== 'private'`,
    by: 'services/src/reactors/webhooks/post.spec.ts',
  },
  {
    what: 'A relay does not check the topic beyond its checkpoint',
    file: 'services/src/engine/feed/publisher.ts',
    from: 'if (!ahead.length) return;',
    to: 'if (ahead.length) return;',
    by: 'test/kafka/relay.spec.ts',
  },
  {
    what: 'A share is computed from the sales examined',
    file: 'services/src/screens/review/signal-rule.ts',
    from: '* 100 / ${percent} + 1',
    to: '* 100 / ${percent}',
    by: 'services/src/screens/review/review.spec.ts',
  },
  ...webFaults,
];
