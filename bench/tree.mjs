// The tree over the log: what it costs appends, how soon a checkpoint has the last event, and how long an account's export takes.
import * as crypto from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { Checkpoints } from '../services/dist/engine/tree/checkpoints.js';
import { Origins } from '../services/dist/engine/tree/origins.js';
import { Witnesses } from '../services/dist/engine/tree/witnesses.js';
import { AccountExports } from '../services/dist/screens/dashboard/account-export.js';
import { nodeTools, use, verifyAccount } from '../deploy/framelift-verify.mjs';
import { withDatabase } from './database.mjs';
import { inTurn, load, row } from './measure.mjs';
import { shortOf } from './ops.mjs';
import { affiliateRegistered, saleRecorded, visitTracked } from '../test/support/facts.ts';

use(nodeTools(crypto));

const ROUNDS = 5;
const EXPORTED = 100_000;
const config = { publicUrl: 'https://shop.example', witnesses: [] };
const secrets = { headSigning: Buffer.alloc(32, 4) };
const checkpointsOf = (pool, log) => new Checkpoints(pool, log, new Origins(pool, log, config, secrets), secrets);
const metadata = () => {
  const commandId = crypto.randomUUID();
  return { occurredAt: new Date().toISOString(), actor: { kind: 'system', id: 'bench' }, commandId, correlationId: commandId };
};
const appended = (log, streamId, facts) => log.append({ streams: [{ streamId, expected: 'any', facts }], metadata: metadata() });

/** As jobs.ts repeats it. @returns what ends it */
function repeated(checkpoints) {
  let isOver = false;
  const running = (async () => {
    while (!isOver) {
      await checkpoints.keepUp();
      await wait(1_000);
    }
  })();
  return async () => {
    isOver = true;
    await running;
  };
}

const appends = () =>
  withDatabase(async ({ open, id }) => {
    const { log, pool } = await open();
    const checkpoints = checkpointsOf(pool, log);
    const run = () => {
      const own = id();
      return load(256, 20_000, (i) => appended(log, `visits-${own}-${i}`, [visitTracked()]));
    };
    const runs = await inTurn(ROUNDS, {
      ours: async () => {
        const end = repeated(checkpoints);
        return run().finally(end);
      },
      'without a tree': async () => {
        const result = await run();
        await checkpoints.run();
        return result;
      },
    });
    const of = (figure) => Object.fromEntries(Object.entries(runs).map(([name, all]) => [name, all.map((one) => one[figure])]));
    return [row('tree', '256 writers beside checkpoints', 'appends/s', of('perSecond')), row('tree', '256 writers, p99', 'ms', of('p99'))];
  });

/** Events as the tree sees them, without the work of appending that many: `size` of them in streams of 50. */
const fillTree = (owner, size) =>
  owner.query(
    `insert into log.events (position, version, schema_version, partition, recorded_at, id, command_id, stream_id, type, hash, data, metadata)
     select n, (n - 1) % 50 + 1, 1, n % 12, now(), gen_random_uuid(), null, 'visits-' || (n - 1) / 50, 'VisitTracked', sha256(n::text::bytea), '{}', '{}'
     from generate_series(1, $1::bigint) n`,
    [size],
  );

const checkpointAt = (size) =>
  withDatabase(async ({ owner, open }) => {
    const { log, pool } = await open();
    await fillTree(owner, size);
    await owner.query('vacuum analyze log.events');
    const checkpoints = checkpointsOf(pool, log);
    const began = performance.now();
    await checkpoints.run();
    const built = size / ((performance.now() - began) / 1_000);
    const [later, opened] = [[], []];
    for (let n = 0; n < 20; n++) {
      await appended(log, `visits-new-${n}`, [visitTracked()]);
      const at = performance.now();
      await checkpoints.run();
      later.push(performance.now() - at);
    }
    await appended(log, 'visits-last', [visitTracked()]);
    const again = performance.now();
    await checkpointsOf(pool, log).run();
    opened.push(performance.now() - again);
    const name = `${shortOf(size)} events`;
    return [
      row('tree', `first build, ${name}`, 'events/s', { ours: [built] }),
      row('tree', `a checkpoint after one more event, ${name}`, 'ms', { ours: later }),
      row('tree', `the same in a process that just started, ${name}`, 'ms', { ours: opened }),
    ];
  });

const exported = () =>
  withDatabase(async ({ open, owner }) => {
    const { log, pool } = await open();
    await appended(log, 'affiliate-busy', [affiliateRegistered({ affiliateId: 'busy' })]);
    for (let n = 0; n < EXPORTED; n += 50) {
      await appended(
        log,
        'affiliate-busy',
        Array.from({ length: 50 }, (_, i) => saleRecorded({ invoiceId: `i${n + i}` })),
      );
      await appended(
        log,
        `visits-${n}`,
        Array.from({ length: 50 }, () => visitTracked()),
      );
    }
    await owner.query('vacuum analyze');
    const checkpoints = checkpointsOf(pool, log);
    await checkpoints.run();
    const exports = new AccountExports(
      log,
      checkpoints,
      new Witnesses(pool, config, checkpoints),
      new Origins(pool, log, config, secrets),
      pool,
    );
    const [seconds, longest, checked] = [[], [], []];
    for (let round = 0; round < 3; round++) {
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      const began = performance.now();
      let bytes = 0;
      const lines = [];
      for await (const line of await exports.of('busy', [])) {
        bytes += line.length;
        lines.push(line.slice(0, -1));
      }
      seconds.push((performance.now() - began) / 1_000);
      const checking = performance.now();
      await verifyAccount(lines, { keep: false });
      checked.push((performance.now() - checking) / 1_000);
      delay.disable();
      longest.push(delay.max / 1e6);
      if (bytes < EXPORTED * 500) throw new Error('the export is too short');
    }
    const name = `export of ${shortOf(EXPORTED)} events`;
    return [
      row('tree', name, 's', { ours: seconds }),
      row('tree', `its check, ${shortOf(EXPORTED)} events`, 's', { ours: checked }),
      row('tree', `${name}, event loop blocked at most`, 'ms', { ours: longest }),
    ];
  });

export async function tree(sizes = [1_000_000]) {
  const rows = await appends();
  for (const size of sizes) rows.push(...(await checkpointAt(size)));
  rows.push(...(await exported()));
  return rows;
}
