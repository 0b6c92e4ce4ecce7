// The long specs first, the longest at the front: begun near the end, one of them would have the machine to itself while
// everything else is done. On a new machine jest knows only how large their files are.
import { basename } from 'node:path';
import Sequencer from '@jest/test-sequencer';

const LONG = [
  'faults',
  'web-accessibility',
  'kafka-processes',
  'dashboard-accessibility',
  'kafka-outage',
  'ops-restore',
  'ops-replay',
  'scripts',
  'web-admin-sales',
  'web-admin-lists',
  'web-admin-events',
  'hostile-input',
  'kill',
  'web-offers',
  'kafka-journeys',
  'authorisation',
];

const rank = ({ path }) => {
  const at = LONG.indexOf(basename(path, '.spec.ts'));
  return at < 0 ? LONG.length : at;
};

export default class LongestFirst extends Sequencer {
  async sort(tests) {
    return (await super.sort(tests)).toSorted((a, b) => rank(a) - rank(b));
  }
}
