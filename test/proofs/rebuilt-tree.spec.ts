import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Checkpoints } from '../../services/src/engine/tree/checkpoints.ts';
import { visitsStream } from '../../contracts/src/index.ts';
import { visitTracked } from '../support/facts.ts';
import { append } from '../support/history.ts';
import { operatorOf } from '../support/operator.ts';
import { type App, startApp } from '../support/system.ts';

let app: App;
beforeAll(async () => {
  app = await startApp();
  await append(
    app.system,
    visitsStream('a1'),
    Array.from({ length: 400 }, () => visitTracked()),
  );
});
afterAll(() => app.stop());

const ops = (...args: string[]) => operatorOf(app.system, app.db.ownerUrl)(...args, '--json');
const HASH = 'update log.events set hash = sha256(hash) where position = 100';

it('a tree that took in events which were changed by hand for a moment is built again by a command', async () => {
  const { rows } = await app.db.owner.query<{ hash: Buffer }>('select hash from log.events where position = 100');
  const checkpoints = app.api.get(Checkpoints);
  await app.db.owner.query(HASH);
  await app.db.owner.query('delete from log.tiles; delete from log.checkpoint');
  checkpoints.tree.forget();
  await checkpoints.run();
  await app.db.owner.query('update log.events set hash = $1 where position = 100', [rows[0]!.hash]);
  expect(await ops('audit')).toMatchObject({
    code: 1,
    json: { problems: expect.arrayContaining([expect.objectContaining({ position: 1 })]) },
  });

  // What was published meanwhile is not hidden.
  expect(await ops('rebuild-tree', '--yes')).toMatchObject({ code: 1, json: { ok: false } });
  expect(await ops('audit')).toMatchObject({ code: 0, json: { problems: [] } });
  expect(await ops('rebuild-tree', '--yes')).toMatchObject({ code: 0 });
  expect(await ops('rebuild-tree')).toMatchObject({ code: 2 });
});
