import { expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const file = await readFile(join(import.meta.dirname, '../../docker-compose.yml'), 'utf8');
const blockOf = (service: string) => new RegExp(`^  ${service}:\\n((?:    .*\\n|\\n)+)`, 'm').exec(file)?.[1] ?? '';

it('every api keeps its erasure list on a named volume, so that a new container does not bring erased people back', () => {
  const named = /^volumes:\n((?: {2}\w+:\n?)+)/m.exec(file)![1]!.match(/\w+/g)!;
  for (const api of ['api', 'api-prod']) {
    const [, volume] = /volumes: \['?(\w+):\/data'?\]/.exec(blockOf(api)) ?? [];
    expect([api, named.includes(volume!)]).toEqual([api, true]);
  }
});
