import { describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { settingNames } from '../../services/src/platform/config.ts';

const file = await readFile(join(import.meta.dirname, '../../docker-compose.yml'), 'utf8');
const blockOf = (service: string) => new RegExp(`^  ${service}:\\n((?:    .*\\n|\\n)+)`, 'm').exec(file)?.[1] ?? '';

it('every api keeps its erasure list on a named volume, so that a new container does not bring erased people back', () => {
  const named = /^volumes:\n((?: {2}\w+:\n?)+)/m.exec(file)![1]!.match(/\w+/g)!;
  for (const api of ['api', 'api-prod']) {
    const [, volume] = /volumes: \['?(\w+):\/data'?\]/.exec(blockOf(api)) ?? [];
    expect([api, named.includes(volume!)]).toEqual([api, true]);
  }
});

describe('every setting', () => {
  const parsed = settingNames().toSorted();

  it('reaches the containers of production: from the operator, or with the value fixed for containers', () => {
    const settings = /^x-prod: &prod.*\n((?: {2}.*\n)+)/m.exec(file)![1]!;
    const passed = [...settings.matchAll(/^ {2}(\w+): (.+)$/gm)].map(([, name, value]) => [name!, value!] as const);
    expect(passed.map(([name]) => name).toSorted()).toEqual(parsed);
    for (const [name, value] of passed.filter(([, value]) => value.startsWith('$')))
      expect([name, value]).toEqual([name, expect.stringMatching(new RegExp(`^\\$\\{${name}-1?\\}$`))]);
    for (const service of ['api-prod', 'relay-prod', 'projector-prod']) expect(blockOf(service)).toContain('environment: *prod\n');
  });

  it('is in .env.example, where none is set', async () => {
    const example = await readFile(join(import.meta.dirname, '../../.env.example'), 'utf8');
    expect([...example.matchAll(/^#([A-Z0-9_]+)=/gm)].map(([, name]) => name).toSorted()).toEqual(parsed);
    expect(example.split('\n').filter((line) => line && !line.startsWith('#'))).toEqual([]);
  });

  it('keeps metrics and health on unpublished ports', () => {
    expect([...file.matchAll(/ports: \[(.*)\]/g)].map(([, ports]) => ports)).toEqual(["'3000:3000'", "'3001:3001'"]);
  });
});
