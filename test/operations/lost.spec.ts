import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ClockApart } from '../../services/src/engine/log/append.ts';
import { type App, startApp } from '../support/system.ts';
import { operatorOf } from '../support/operator.ts';
import { sold } from '../support/sales.ts';
import { until } from '../support/until.ts';

let app: App;
let ops: ReturnType<typeof operatorOf>;
let seller: Awaited<ReturnType<App['affiliate']>>;
beforeAll(async () => {
  app = await startApp();
  ops = operatorOf(app.system, app.db.ownerUrl);
  seller = await app.affiliate();
  for (let i = 0; i < 3; i++) await sold(app.system.log, seller.id, 6_00);
});
afterAll(() => app.stop());

const head = () => app.system.log.head();
const sell = () => sold(app.system.log, seller.id, 6_00);

it('audit names the first missing event of a removed end, by what read models and relays have seen, without a saved head', async () => {
  const { position } = await head();
  await app.db.pool.query(`insert into feed.relays values ('events', $1, '{}')`, [position]);
  await until(async () => (await ops('lag', '--json')).json.lag.every((r: { lag: number }) => r.lag === 0));
  expect(await ops('audit', '--json')).toMatchObject({ code: 0, json: { problems: [] } });
  await app.db.owner.query('delete from log.events where position > $1', [position - 3]);
  // Over Kafka partitions go on apart: the furthest counts.
  await app.db.pool.query('update dashboard.checkpoints set position = 1 where partition = 0');
  const { code, json } = await ops('audit', '--json');
  expect([code, json.head.position]).toEqual([1, position - 3]);
  const missing = (who: string) => ({ position: position - 2, what: `${who} has seen events up to ${position}: the log’s end is missing` });
  expect(json.problems).toEqual(expect.arrayContaining([missing('the read model dashboard'), missing('the relay to events')]));
});

it('accept-clock lets appends go on in a log whose times are ahead, at the last of them, and says when nothing had to be accepted', async () => {
  // What the test before removed is no news any more.
  await app.system.log.checkHistory();
  await sell();
  expect(await ops('accept-clock')).toMatchObject({ code: 2 });
  expect(await ops('accept-clock', '--yes')).toMatchObject({ code: 0, out: expect.stringContaining('nothing had to be accepted') });
  await app.db.owner.query(
    `update log.events set recorded_at = date_trunc('milliseconds', now() + interval '1 hour') where position = $1`,
    [(await head()).position],
  );
  const { recordedAt, position } = await head();
  await expect(sell()).rejects.toThrow(ClockApart);
  const accepted = await ops('accept-clock', '--yes', '--json');
  expect(accepted).toMatchObject({ code: 0, json: { acceptedUntil: recordedAt.toISOString() } });
  expect(accepted.json.aheadSeconds).toBeGreaterThan(3_000);
  await sell();
  expect(await head()).toMatchObject({ recordedAt, position: position + 3 });
});
