import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { readConfig, settingNames } from '../../services/src/platform/config.ts';

const file = await readFile(join(import.meta.dirname, '../../docker-compose.yml'), 'utf8');
const blockOf = (service: string) => new RegExp(`^  ${service}:\\n((?:    .*\\n|\\n)+)`, 'm').exec(file)?.[1] ?? '';
/** A service with the anchors it merges. */
const wholeOf = (text: string): string =>
  text + [...text.matchAll(/<<: \*(\w+)/g)].map(([, anchor]) => wholeOf(anchorOf(anchor!))).join('');
const anchorOf = (name: string) => new RegExp(`^x-\\w+: &${name}\\n((?: {2}.*\\n)+)`, 'm').exec(file)?.[1] ?? '';
const services = [...file.slice(file.indexOf('\nservices:'), file.indexOf('\nvolumes:')).matchAll(/^ {2}([\w-]+):\n/gm)].map(
  ([, name]) => name!,
);

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
    for (const service of ['api-prod', 'relay-prod', 'projector-prod']) {
      expect(blockOf(service)).toContain('environment: *prod\n');
      // NAME_FILE and misspelt names, too.
      expect(blockOf(service)).toContain('env_file: *file\n');
    }
    expect(file).toContain('x-file: &file [{ path: .env, required: false }]');
  });

  it('reaches a panel, too, where every secret is made or asked for', async () => {
    const panel = await readFile(join(import.meta.dirname, '../../deploy/compose.yml'), 'utf8');
    const settings = /^ {4}environment: # generated: settings\n([^]*?)^ +# end$/m.exec(panel)![1]!;
    const passed = new Map([...settings.matchAll(/^ {6}(\w+): (.+)$/gm)].map(([, name, value]) => [name!, value!]));
    expect([...passed.keys()].toSorted()).toEqual(parsed);
    for (const name of ['JWT_SECRET', 'MASTER_KEY', 'CLAIM_KEY', 'ALTCHA_SECRET', 'HEAD_SIGNING_KEY', 'BACKUP_KEY', 'DATABASE_URL'])
      expect([name, passed.get(name)]).toEqual([name, expect.stringMatching(/\$\{SERVICE_PASSWORD_64_[A-Z]+\}/)]);
    expect(panel).not.toMatch(/ports:|trial/);
  });

  it('is in .env.example, where none is set', async () => {
    const example = await readFile(join(import.meta.dirname, '../../.env.example'), 'utf8');
    expect([...example.matchAll(/^#([A-Z0-9_]+)=/gm)].map(([, name]) => name).toSorted()).toEqual(parsed);
    expect(example.split('\n').filter((line) => line && !line.startsWith('#'))).toEqual([]);
  });

  it('keeps metrics and health on unpublished ports', () => {
    expect([...file.matchAll(/^ +ports: \[(.*)\]/gm)].map(([, ports]) => ports)).toEqual([
      "'3000:3000'",
      "'80:80', '443:443', '443:443/udp'",
      "'3001:3001'",
    ]);
  });
});

it('the example settings of Kubernetes start, once their secrets are filled in', async () => {
  const read = async (name: string) =>
    parseEnv(await readFile(join(import.meta.dirname, `../../deploy/kubernetes/${name}.env.example`), 'utf8'));
  const [settings, secrets] = [await read('settings'), await read('secrets')];
  expect(Object.keys({ ...settings, ...secrets }).filter((name) => !settingNames().includes(name))).toEqual([]);
  const filled = Object.fromEntries(Object.entries(secrets).map(([name, value]) => [name, value || randomBytes(32).toString('hex')]));
  const addresses = Object.fromEntries(
    ['DATABASE_URL', 'MIGRATE_DATABASE_URL'].map((name) => [
      name,
      secrets[name]!.replace(':password@', `:${randomBytes(16).toString('hex')}@`),
    ]),
  );
  expect(() => readConfig({ ...settings, ...filled, ...addresses })).not.toThrow();
  expect(() => readConfig({ ...settings, ...secrets })).toThrow('MASTER_KEY is missing');
});

describe('every container', () => {
  it.each(services)('%s is bounded in memory and logs, gains no rights, and says whether it is healthy', async (name) => {
    const whole = wholeOf(blockOf(name));
    expect(whole).toMatch(/^ +mem_limit: \d+[mg]$/m);
    expect(whole).toContain("logging: { driver: json-file, options: { max-size: 10m, max-file: '5' } }");
    expect(whole).toContain("security_opt: ['no-new-privileges:true']");
    expect(whole).toContain('restart: unless-stopped');
    // The entry points of the databases need rights; what others reach has none.
    if (!['postgres', 'kafka'].includes(name))
      expect([/read_only: true/, /cap_drop: \[ALL\]/].filter((line) => !line.test(whole))).toEqual([]);
    if (!whole.includes('image: framelift')) expect(whole).toContain('healthcheck: ');
  });

  it('of ours runs as another user than root, with a health check and labels', async () => {
    const image = (await readFile(join(import.meta.dirname, '../../deploy/Dockerfile'), 'utf8')).split(/^FROM /m).at(-1)!;
    expect(image).toMatch(/^USER node$/m);
    expect(image).toMatch(/^HEALTHCHECK .*--start-period=60s.* CMD \["node", /m);
    for (const label of ['title', 'licenses', 'version', 'revision']) expect(image).toContain(`org.opencontainers.image.${label}=`);
  });
});

describe('npm run supply -- pin', () => {
  const digest = (letter: string) => `sha256:${letter.repeat(64)}`;
  let folder: string;
  let registry: Server;
  let isThere: boolean;
  beforeAll(async () => {
    registry = createServer((request, answer) => {
      const { url = '', headers } = request;
      if (url.startsWith('/token?')) return void answer.end(JSON.stringify({ token: url }));
      if (!isThere && url.includes('kafka')) return void answer.writeHead(404).end();
      if (headers.authorization !== 'Bearer /token?service=test&scope=pull')
        return void answer
          .writeHead(401, { 'www-authenticate': `Bearer realm="http://${headers.host}/token",service="test",scope="pull"` })
          .end();
      answer.writeHead(200, { 'docker-content-digest': digest(url.includes('kafka') ? 'a' : 'b') }).end();
    });
    await new Promise<void>((listening) => void registry.listen(0, '127.0.0.1', listening));
    folder = await mkdtemp(join(tmpdir(), 'framelift-pin-'));
    await writeFile(join(folder, 'docker-compose.yml'), file);
  });
  afterAll(async () => {
    registry.close();
    await rm(folder, { recursive: true });
  });
  const pin = () => {
    const REGISTRY_URL = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
    const program = join(import.meta.dirname, '../../tools/supply.mjs');
    return promisify(execFile)(process.execPath, [program, 'pin', folder], { env: { ...process.env, REGISTRY_URL } });
  };
  const written = () => readFile(join(folder, 'docker-compose.yml'), 'utf8');

  it('changes nothing if the registry does not know an image', async () => {
    isThere = false;
    await expect(pin()).rejects.toThrow('names no digest of apache/kafka:4.1.0 (404)');
    expect(await written()).toBe(file);
  });

  it('names each image of others by the digest of its tag, again and again', async () => {
    isThere = true;
    const { stdout } = await pin();
    expect(stdout.trim().split('\n')).toEqual([
      `apache/kafka:4.1.0@${digest('a')}`,
      `caddy:2@${digest('b')}`,
      `nginx:stable@${digest('b')}`,
      `postgres:18@${digest('b')}`,
    ]);
    const once = await written();
    expect(once.replaceAll(/@sha256:\w+/g, '')).toBe(file);
    expect(once).toContain('  image: framelift\n');
    await pin();
    expect(await written()).toBe(once);
  });
});
