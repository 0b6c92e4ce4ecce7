import { parseArgs } from 'node:util';
import { WrongSettings } from '../platform/config.ts';
import { startProjector } from './feeds.ts';
import { serveHealth } from './health.ts';
import { runProcess } from './process.ts';
import { projections } from './projections.ts';
import { openShared } from './scaled.ts';

const names = projections.map((p) => p.name);

/** `--projections a,b`: these only; all without it. */
function chosen() {
  const { values } = parseArgs({ options: { projections: { type: 'string', default: names.join(',') } } });
  const wanted = values.projections.split(',').map((name) => name.trim());
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length) throw new WrongSettings(`There is no projection ${unknown.join(', ')}. There are: ${names.join(', ')}`);
  return projections.filter((p) => wanted.includes(p.name));
}

/** A projector: Kafka → read models. Several share the partitions of each projection. SIGTERM: leaves the groups. */
runProcess(async (onStop) => {
  const mine = chosen();
  const system = await openShared(onStop);
  await startProjector(system, mine, onStop);
  await serveHealth(system, onStop);
  console.log(`The projector is ready: ${mine.map((p) => p.name).join(', ')}`);
});
