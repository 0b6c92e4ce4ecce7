// npm run bench -- <suite|all> [--json FILE] [--events 100000,1000000]: measures against peers in the same run; large, ops, backups and tree take sizes.
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { show } from './measure.mjs';

const suites = {
  append: () => import('./append.mjs').then((m) => m.append()),
  processes: () => import('./processes.mjs').then((m) => m.processes()),
  replay: () => import('./replay.mjs').then((m) => m.replay()),
  commands: () => import('./commands.mjs').then((m) => m.commands()),
  reads: () => import('./reads.mjs').then((m) => m.reads()),
  ops: (sizes) => import('./ops.mjs').then((m) => m.ops(sizes)),
  'replay-live': () => import('./replay-live.mjs').then((m) => m.replayLive()),
  'sign-in': () => import('./sign-in.mjs').then((m) => m.signIn()),
  overload: () => import('./overload.mjs').then((m) => m.overload()),
  large: (sizes) => import('./large.mjs').then((m) => m.large(sizes)),
  backups: (sizes) => import('./backups.mjs').then((m) => m.backups(sizes)),
  archive: () => import('./archive.mjs').then((m) => m.archive()),
  tree: (sizes) => import('./tree.mjs').then((m) => m.tree(sizes)),
  web: () => import('./web.mjs').then((m) => m.web()),
  alive: () => import('./alive.mjs').then((m) => m.alive()),
  feed: () => import('./feed.mjs').then((m) => m.feed()),
  kafka: () => import('./kafka.mjs').then((m) => m.kafka()),
  visible: () => import('./kafka.mjs').then((m) => m.visibility()),
};

const { values, positionals } = parseArgs({ options: { json: { type: 'string' }, events: { type: 'string' } }, allowPositionals: true });
const [which = 'all'] = positionals;
const sizes = values.events?.split(',').map(Number);
const names = which === 'all' ? Object.keys(suites) : [which];
if (!names.every((name) => Object.hasOwn(suites, name))) {
  console.error(`There is no suite ${which}. There are: ${Object.keys(suites).join(', ')}, all`);
  process.exit(2);
}
const rows = [];
for (const name of names) {
  console.log(`\n${name} …`);
  try {
    const measured = await suites[name](sizes);
    show(measured);
    rows.push(...measured);
  } catch (error) {
    // A missing prerequisite of one suite does not stop the others.
    console.error(error);
    process.exitCode = 1;
  }
}
if (values.json) await writeFile(values.json, `${JSON.stringify(rows, null, 2)}\n`);
