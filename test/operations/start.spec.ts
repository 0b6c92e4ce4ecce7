import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { atProof, isProof } from '../support/counts.ts';
import { ran } from '../support/operator.ts';
import { type OwnStart, ownStart } from '../support/own-start.ts';
import { ChildProcess } from '../support/child-process.ts';
import { until } from '../support/until.ts';

let own: OwnStart;
let running: ChildProcess | undefined;
beforeEach(async () => {
  own = await ownStart();
});
afterEach(async () => {
  await running?.end();
  running = undefined;
  await own.remove();
});

/** The rows of a start's final table, by their first column. */
const tableOf = (output: string): Record<string, string[]> =>
  Object.fromEntries(
    output
      .slice(output.indexOf('is ready at'))
      .split('\n')
      .filter((line) => line.startsWith('  '))
      .map((line) => {
        const [name, ...rest] = line.trim().split(/ {2,}/);
        return [name!, rest];
      }),
  );

const siteOf = (text: string) =>
  JSON.stringify({
    framelift: 'site',
    format: 1,
    sections: { announcement: { text, link: null, fromAt: null, untilAt: null } },
    pictures: {},
  });

describe('a start', () => {
  it('ends with a table of addresses to open, each answers, and with --site publishes the site of a file', async () => {
    const file = join(own.env.DATA_DIR!, 'site.json');
    await mkdir(own.env.DATA_DIR!, { recursive: true });
    await writeFile(file, siteOf('Moved here'));
    running = await ChildProcess.start('start.js', own.env, 'API docs', ['--site', file]);
    expect(running.output).toContain(`1 section published from ${file}\n`);
    expect(running.output).toContain(`Framelift is ready at ${own.url}\n`);
    const table = tableOf(running.output);
    expect(table).toEqual({
      Site: [own.url],
      'Affiliate sign-in': [`${own.url}/affiliate/login`, `join at ${own.url}/affiliate/register`],
      'Admin sign-in': [`${own.url}/affiliate/login`, 'as admin'],
      'Payment sandbox': [`http://localhost:${own.env['SANDBOX_STORE_PORT']}`, 'opens when you press Buy Now'],
      'Sandbox mailbox': [`${own.url}/sandbox/mail`, 'every mail is kept here'],
      'API docs': [`${own.url}/api/docs`],
    });
    for (const [name, [address]] of Object.entries(table)) expect([name, (await fetch(address!)).status]).toEqual([name, 200]);
    await until(async () => (await (await fetch(own.url)).text()).includes('Moved here'));
    if (!isProof) return;

    await running.end();
    running = await ChildProcess.start('start.js', own.env, 'API docs', ['--site', file]);
    expect(running.output).toContain(`The site equals ${file} already\n`);
    await running.end();
    await writeFile(file, siteOf('x'.repeat(161)));
    expect(await ran('start.js', own.env, '--site', file)).toMatchObject({
      code: 1,
      err: `${file}: Announcement: Text has at most 160 characters on one line\n`,
    });
  });
});

describe('a start that fails says why in one sentence', () => {
  it('where an argument is unknown', async () => {
    expect(await ran('start.js', own.env, '--nonsense')).toMatchObject({ code: 2, out: '', err: "error: unknown option '--nonsense'\n" });
  });

  const taken: Server[] = [];
  const take = async (port: string | undefined) => {
    const server = createServer().listen(Number(port));
    await once(server, 'listening');
    taken.push(server);
  };
  afterEach(() => {
    for (const server of taken.splice(0)) server.close();
  });

  it.each(['PORT', 'SANDBOX_STORE_PORT'].slice(0, atProof(2, 1, 'ports in use')))(
    'where %s is used, before it makes anything',
    async (setting) => {
      await take(own.env[setting]);
      for (const args of isProof ? [[], ['--demo']] : [[]])
        expect(await ran('start.js', own.env, ...args)).toMatchObject({
          code: 1,
          out: '',
          err: `Port ${own.env[setting]} is in use; set ${setting} to another one\n`,
        });
    },
  );
});
