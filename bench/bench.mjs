// npm run bench -- <suite|all> [--json FILE]: measures against peers in the same run.
import { writeFile } from 'node:fs/promises';
import { show } from './measure.mjs';

const suites = {
  append: () => import('./append.mjs').then((m) => m.append()),
  processes: () => import('./processes.mjs').then((m) => m.processes()),
  replay: () => import('./replay.mjs').then((m) => m.replay()),
  commands: () => import('./commands.mjs').then((m) => m.commands()),
  reads: () => import('./reads.mjs').then((m) => m.reads()),
  ops: () => import('./ops.mjs').then((m) => m.ops()),
  'replay-live': () => import('./replay-live.mjs').then((m) => m.replayLive()),
  'sign-in': () => import('./sign-in.mjs').then((m) => m.signIn()),
  overload: () => import('./overload.mjs').then((m) => m.overload()),
  web: () => import('./web.mjs').then((m) => m.web()),
  feed: () => import('./feed.mjs').then((m) => m.feed()),
  kafka: () => import('./kafka.mjs').then((m) => m.kafka()),
  visible: () => import('./kafka.mjs').then((m) => m.visibility()),
};

const [which = 'all', ...rest] = process.argv.slice(2);
const names = which === 'all' ? Object.keys(suites) : [which];
if (!names.every((name) => Object.hasOwn(suites, name))) {
  console.error(`There is no suite ${which}. There are: ${Object.keys(suites).join(', ')}, all`);
  process.exit(2);
}
const rows = [];
for (const name of names) {
  console.log(`\n${name} …`);
  try {
    const measured = await suites[name]();
    show(measured);
    rows.push(...measured);
  } catch (error) {
    // What one cannot be measured without keeps nobody from the others.
    console.error(error);
    process.exitCode = 1;
  }
}
const file = rest[rest.indexOf('--json') + 1];
if (rest.includes('--json') && file) await writeFile(file, `${JSON.stringify(rows, null, 2)}\n`);
