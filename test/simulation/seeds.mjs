// Runs seeds one after another in this process and prints a line of JSON for each: { seed, shape, problem, events, commands, fingerprint },
// for a failed one also the shortest plan and the last lines of its trace.
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    server: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    every: { type: 'string', default: '1' },
    steps: { type: 'string' },
    trace: { type: 'boolean', default: false },
    shrink: { type: 'boolean', default: false },
    plan: { type: 'string' },
  },
});
await import('reflect-metadata');
const { SeededRandom } = await import('../../services/dist/operating/demo/chance.js');
const { Backends } = await import('./backends.ts');
const { planOf } = await import('./plan.ts');
const { shortened } = await import('./shrink.ts');
const { simulate } = await import('./simulation.ts');
const { simulateTime } = await import('./world.ts');

const backends = await Backends.open(JSON.parse(values.server));
simulateTime();
const steps = Number(values.steps);
for (let seed = Number(values.from); seed <= Number(values.to); seed += Number(values.every)) {
  const plan = values.plan ? JSON.parse(values.plan) : planOf(seed, steps, new SeededRandom(seed * 7 + 1));
  const { lines, ...ran } = await simulate(plan, backends);
  if (values.trace) for (const line of lines) console.error(line);
  const shortest = ran.problem && values.shrink ? await shortened(plan, ran, backends) : undefined;
  const found = shortest && { plan: shortest.plan, lines: shortest.ran.lines.slice(-40) };
  console.log(JSON.stringify({ seed, shape: plan.shape, ...ran, ...found }));
}
await backends.close();
process.exit(0);
