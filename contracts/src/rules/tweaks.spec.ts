import { expect, it } from '@jest/globals';
import { repoOf } from './tweaks.ts';

it.each([
  ['https://github.com/framelift/nvidia-low-latency/releases/latest', 'framelift/nvidia-low-latency'],
  ['https://github.com/o/a.b_c', 'o/a.b_c'],
  ['https://github.com/o/a?tab=x', 'o/a'],
  ['https://github.com/o/a#readme', 'o/a'],
  ['https://github.com/o', undefined],
  ['https://github.com/o/', undefined],
  ['https://github.com/../a', undefined],
  ['https://github.com/o/..', undefined],
  ['https://github.com/o/../../user', undefined],
  ['https://github.com/o/%2e%2e', undefined],
  ['https://github.com.example/o/a', undefined],
  ['https://files.example/o/a', undefined],
  ['/free', undefined],
])('downloads of %s are counted at %s', (downloadUrl, repo) => expect(repoOf({ downloadUrl })).toBe(repo));
