// deploy/systemd/install.sh on a Debian that has nothing: three answers and then a page over https, an upgrade, a release that never answers
// and is taken back, and a run that is killed.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BareDebian, bootDebian, cloneTo, noDebianBecause } from '../support/bare-debian.ts';
import { withOptions } from '../support/caddy.ts';
import { noteForProof } from '../support/counts.ts';
import { noGoBecause } from '../support/go-program.ts';
import { builtPebble, type RunningPebble, startPebble } from '../support/pebble.ts';
import { skipReason } from '../support/skip-reason.ts';
import { until } from '../support/until.ts';

const DOMAIN = 'shop.framelift.test';
const PASSWORD = 'correct horse battery';
const INSTALL = 'sh /usr/src/framelift/deploy/systemd/install.sh';
const UNIT = '/etc/systemd/system/framelift.service';
const missing = noGoBecause() ?? (await noDebianBecause());
const about = missing ? describe.skip : describe;

about(skipReason(missing)('deploy/systemd/install.sh on a bare Debian'), () => {
  let debian: BareDebian;
  let pebble: RunningPebble;
  beforeAll(async () => {
    builtPebble();
    pebble = await startPebble(80, 443);
    debian = await bootDebian();
    await cloneTo(join(debian.root, 'usr/src/framelift'));
    mkdirSync(join(debian.root, 'etc/caddy'), { recursive: true });
    copyFileSync(pebble.certificate, join(debian.root, 'etc/caddy/pebble.pem'));
    change('deploy/Caddyfile', (text) => withOptions(text, pebble.options('/etc/caddy/pebble.pem')));
  }, 1_200_000);
  afterAll(async () => {
    await debian?.stop();
    await pebble?.stop();
  });

  /** Of the clone there. */
  const change = (file: string, how: (text: string) => string) => {
    const path = join(debian.root, 'usr/src/framelift', file);
    writeFileSync(path, how(readFileSync(path, 'utf8')));
  };
  const release = (n: number) => change('web/src/app/root.tsx', (text) => text.replace(/<body[^>]*>/, `<body data-version="${n}">`));
  const page = () => pebble.ask(DOMAIN, '/');
  const served = async () => /<body data-version="(\d)"/.exec(String((await page()).body))?.[1] ?? '1';
  const signIn = async (password = PASSWORD) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ username: 'admin', password });
    return (await pebble.ask(DOMAIN, '/api/affiliate/login', { method: 'POST', headers, body })).status;
  };
  const proved = async () => (await debian.run('framelift backup list --json')).text.match(/"provedAt": ?"/g)?.length ?? 0;
  const folders = async () => (await debian.run('cd /opt && ls -d framelift*')).text.trim().split('\n');

  it('has a page with a certificate after three answers', async () => {
    const began = Date.now();
    const { code, text } = await debian.run(INSTALL, `${DOMAIN}\nboss@example.org\n${PASSWORD}\n`);
    expect([code, text]).toEqual([0, expect.stringContaining(`Framelift is ready at https://${DOMAIN}: sign in as admin.`)]);
    await until(
      () =>
        page().then(
          () => true,
          () => false,
        ),
      60_000,
    );
    const seconds = Math.round((Date.now() - began) / 1000);
    noteForProof(`a page over https after ${seconds} s on a bare Debian`);
    const { status, issuer, headers } = await page();
    expect([status, issuer]).toEqual([200, expect.stringMatching(/^Pebble Intermediate/)]);
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    expect([await signIn(), await signIn('another password')]).toEqual([200, 401]);
    expect(await folders()).toEqual(['framelift']);
  }, 1_800_000);

  it('goes to a newer version after a backup that it restored on trial, with its data', async () => {
    release(2);
    const { code, text } = await debian.run(INSTALL);
    expect([code, text]).toEqual([0, expect.stringContaining('Framelift is ready')]);
    expect([await served(), await signIn(), await proved()]).toEqual(['2', 200, 1]);
    expect(await folders()).toEqual(['framelift', 'framelift.previous']);
  }, 1_800_000);

  it('goes back from a version that never answers, also after it was killed while it waited', async () => {
    release(3);
    change('deploy/systemd/framelift.service', (text) => text.replace('Description=Framelift', 'Description=Framelift 3'));
    // It migrates and rebuilds, and answers elsewhere.
    change('services/src/screens/payouts/payouts.projection.ts', (text) => text.replace(/version: \d+/, 'version: 1000'));
    const silent = `createServer(() => {}).listen(3000, '127.0.0.1');\nprocess.env['PORT'] = '3001';\n`;
    change('services/src/main/start.ts', (text) =>
      `import { createServer } from 'node:http';\n${text}`.replace(/^runProcess/m, `${silent}runProcess`),
    );
    const killed = debian.start(INSTALL);
    let said = '';
    killed.stderr!.resume();
    killed.stdout!.on('data', (part: Buffer) => {
      said += String(part);
      if (said.includes('Waiting until it is ready')) process.kill(-killed.pid!, 'SIGKILL');
    });
    await once(killed, 'close');
    expect([killed.signalCode, said]).toEqual(['SIGKILL', expect.stringContaining('Waiting until it is ready')]);
    expect(readFileSync(join(debian.root, UNIT), 'utf8')).toContain('Description=Framelift 3');

    const { code, text } = await debian.run(INSTALL);
    expect([code, text]).toEqual([1, expect.stringMatching(/Going back …[^]*The version before serves again, with all data\n$/)]);
    expect([await served(), await signIn()]).toEqual(['2', 200]);
    expect(readFileSync(join(debian.root, UNIT), 'utf8')).not.toContain('Framelift 3');
    expect(await folders()).toEqual(['framelift']);
    // What it rebuilt is fed again.
    expect(text).toContain('Of this version again: payouts.');
    expect(await debian.run('framelift verify --all')).toMatchObject({ code: 0 });
  }, 1_800_000);

  it('goes on to a version that is right', async () => {
    release(4);
    for (const file of [
      'deploy/systemd/framelift.service',
      'services/src/main/start.ts',
      'services/src/screens/payouts/payouts.projection.ts',
    ])
      change(file, () => readFileSync(join(import.meta.dirname, '../..', file), 'utf8'));
    const { code, text } = await debian.run(INSTALL);
    expect([code, text]).toEqual([0, expect.stringContaining('Framelift is ready')]);
    expect([await served(), await signIn()]).toEqual(['4', 200]);
    expect(await debian.run('framelift audit')).toMatchObject({ code: 0 });
  }, 1_800_000);
});
