import { afterAll, expect, it } from '@jest/globals';
import { Global, Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { until } from '../../../test/support/until.ts';
import { JobsModule } from './jobs.module.ts';
import { declaredJobs, Every, Jobs } from './jobs.ts';
import { CLOCK, CONFIG, LOGGER } from './tokens.ts';

const runs: { job: string; now: number }[] = [];
const faults: unknown[] = [];
let stopped: AbortSignal | undefined;

@Injectable()
class Worker {
  private readonly name = 'worker';

  @Every(60_000, 'works')
  async work(now: number, stop: AbortSignal): Promise<void> {
    stopped = stop;
    runs.push({ job: this.name, now });
  }

  @Every((config) => config.port, 'fails')
  async fail(): Promise<void> {
    runs.push({ job: 'fail', now: 0 });
    throw new Error('it failed');
  }

  async rest(): Promise<void> {
    runs.push({ job: 'rest', now: 0 });
  }
}

const values = [
  { provide: CONFIG, useValue: { port: 20 } },
  { provide: CLOCK, useValue: () => 7 },
  { provide: LOGGER, useValue: { error: (fault: unknown) => faults.push(fault) } },
];
// Modules stay loaded for this worker's next specs, and one of them compares the declared jobs with docs/reference.md.
afterAll(() => ['work', 'fail'].forEach((method) => declaredJobs.delete(`Worker.${method}`)));

@Global()
@Module({ providers: values, exports: values })
class Settings {}
@Module({ imports: [Settings, JobsModule], providers: [Worker] })
class Root {}

it('jobs run at the start, when woken, and again after a fault, which is logged by the job’s name', async () => {
  const app = await NestFactory.createApplicationContext(Root, { logger: false });
  const worked = () => runs.filter((r) => r.job === 'worker');
  await until(() => worked().length === 1 && runs.filter((r) => r.job === 'fail').length >= 2);
  expect(worked()).toEqual([{ job: 'worker', now: 7 }]);
  expect(faults[0]).toEqual({ err: new Error('it failed'), job: 'Worker.fail' });
  app.get(Jobs).wake(Worker, 'work');
  await until(() => worked().length === 2);
  expect(runs.some((r) => r.job === 'rest')).toBe(false);
  await app.close();
  expect(stopped!.aborted).toBe(true);
  const { length } = runs;
  app.get(Jobs).wake(Worker, 'work');
  await new Promise(setImmediate);
  expect(runs.length).toBe(length);
});
