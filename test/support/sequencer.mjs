// Specs without a system first: their fake timers and page would stop a system that stays open in their worker.
// Then the longest first: started near the end, it would run alone after everything else. Jest records
// how long each takes; on a new machine test/support/durations.json has the durations of a run elsewhere (`npm test -- --record`).
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import Sequencer from '@jest/test-sequencer';
import { NEEDS_NO_SYSTEM } from './projects.mjs';

const record = join(import.meta.dirname, 'durations.json');
const seconds = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {};
const root = join(import.meta.dirname, '../..');

const lastSeconds = ({ duration, path }) => (duration ? duration / 1000 : (seconds[relative(root, path)] ?? 0));

const opensSystem = ({ context }) => (NEEDS_NO_SYSTEM.includes(context.config.displayName.name) ? 0 : 1);

export default class LongestFirst extends Sequencer {
  async sort(tests) {
    return (await super.sort(tests)).toSorted((a, b) => opensSystem(a) - opensSystem(b) || lastSeconds(b) - lastSeconds(a));
  }
}
