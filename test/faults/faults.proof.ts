import { afterAll, describe, expect, it } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { noteForProof } from '../support/counts.ts';
import { noKafka, titled } from '../support/kafka.ts';

const about = noKafka ? describe.skip : describe;

/** The others take minutes: `npm run faults` has them all. */
const few = { lostCommits: 1, silentConnections: 1, pausedProcess: 1, killedBackend: 1, hardStop: 1 };

/** Ten times a campaign's duration on an idle machine. */
const LONGEST = 900_000;

const running: ChildProcess[] = [];
// After a timeout of the test, its campaign still stops everything it started.
afterAll(() => Promise.all(running.map(async (child) => child.kill('SIGTERM') && once(child, 'exit'))));

/** Runs the campaign against real processes, with PostgreSQL from npm and Kafka from Maven, whatever the other specs use. */
const campaign = (...args: string[]) =>
  new Promise<{ code: number | null; output: string; report: Record<string, any> }>((done) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'run.mjs'), ...args]);
    running.push(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('close', (code) => {
      const last = output.trimEnd().split('\n').at(-1)!;
      done({ code, output, report: last.startsWith('{') ? JSON.parse(last) : {} });
    });
  });

about(titled('the fault campaign'), () => {
  it.concurrent(
    'finds every command once and every read model whole after each of 10 kills and of five other faults',
    async () => {
      const { code, output, report } = await campaign('--kills', '10', '--each', '1', '--seed', '5', '--faults', Object.keys(few).join());
      if (code !== 0) throw new Error(output);
      const { kills, faults, commands, seed, events } = report;
      noteForProof(`seed ${seed}: ${kills} kills, ${Object.keys(faults).join(', ')}, ${commands} commands, ${events} events`);
      expect(report).toMatchObject({ kills: 10, problems: 0, faults: few });
      expect(Math.min(report['accepted'] / 5, report['refused'])).toBeGreaterThan(50);
    },
    LONGEST,
  );

  it.concurrent(
    'catches a projector that commits its checkpoint before its rows',
    async () => {
      const { code, output, report } = await campaign('--control', '--kills', '10', '--seed', '1');
      noteForProof(`control, seed 1: caught after ${report['kills']} kills`);
      if (code !== 0) throw new Error(output);
    },
    LONGEST,
  );
});
