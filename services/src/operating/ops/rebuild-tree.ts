import { Checkpoints, dropTree, lastOf } from '../../engine/tree/checkpoints.ts';
import { rootOf } from '../../engine/tree/proofs.ts';
import { createPool } from '../../platform/pg.ts';
import { OWNER_URL, POOL } from '../../platform/tokens.ts';
import { addCommand, type Group } from './program.ts';
import { confirmed, type Get, type Result } from './result.ts';

const SAME = 'What was published before is the beginning of it.';
const OTHER =
  'The checkpoint that was published last is of other events, so witnesses refuse the log now. Go back to the last event before them: restore --at POSITION --replace starts the published log under another name, with a signed statement.';

/** Builds the tree again from the events, such as after somebody changed events by hand and put them back. */
async function rebuild(get: Get): Promise<Result> {
  const before = await lastOf(get(POOL));
  const owner = createPool(get(OWNER_URL), { max: 1, answerMs: Infinity });
  try {
    await dropTree(owner);
  } finally {
    await owner.end();
  }
  const checkpoints = get(Checkpoints);
  await checkpoints.run();
  const now = await lastOf(get(POOL));
  const size = Math.min(before?.size ?? 0, now?.size ?? 0);
  const isSame = !before || (size === before.size && (await rootOf(await checkpoints.tree.at(get(POOL), size), size)).equals(before.root));
  return {
    ok: isSame,
    json: { ok: isSame, size: now?.size ?? 0 },
    text: `The tree was built again over ${now?.size ?? 0} events. ${isSame ? SAME : OTHER}`,
  };
}

export const treeCommand: Group = (program, run) => {
  addCommand(program, 'rebuild-tree', 'Builds the published tree again from the events of the log.', 'rebuild-tree --yes')
    .option('--yes', 'confirm: no checkpoint is published until the tree is built')
    .action(({ yes }: { yes?: boolean }) => {
      confirmed(yes, 'No checkpoint will be published until the tree is built again.');
      return run(rebuild);
    });
};
