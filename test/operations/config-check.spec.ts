import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { affiliateStream } from '@framelift/contracts';
import { connectFirst } from '../../services/src/platform/first-connection.ts';
import { saleRecorded } from '../support/facts.ts';
import { append } from '../support/history.ts';
import { ref } from '../support/invoices.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { opsWith, settingsOf } from '../support/operator.ts';
import { type MailServer, startMailServer } from '../support/smtp.ts';

let db: TestDatabase;
let mails: MailServer;
let store: Server;
let asked: string[];
let folder: string;
beforeAll(async () => {
  [db, mails] = [await freshDatabase(), await startMailServer()];
  await append(db, affiliateStream('a'), [saleRecorded({ ...ref('n1') })]);
  store = createServer((request, answer) => {
    asked.push(`${request.method} ${request.url}`);
    const isOurs = request.headers.authorization === 'Bearer the-key-of-the-store';
    answer.writeHead(isOurs ? 200 : 401, { 'content-type': 'application/json' }).end('{"data":[]}');
  });
  await new Promise<void>((listening) => void store.listen(0, '127.0.0.1', listening));
});
beforeEach(async () => {
  [asked, folder] = [[], await mkdtemp(join(tmpdir(), 'framelift-check-'))];
  jest.spyOn(process, 'cwd').mockReturnValue(folder);
});
afterEach(() => {
  jest.restoreAllMocks();
  return rm(folder, { recursive: true, force: true });
});
afterAll(async () => {
  store.close();
  await mails.close();
  await db.close();
});

/** `npm run ops -- config check` in a separate folder. */
async function check(env: Record<string, string>, ...args: string[]): Promise<{ code: number; problems: string[]; fine: string[] }> {
  const { code, json } = await opsWith(env, 'config', 'check', '--json', ...args);
  return { code, ...json };
}
const storeUrl = () => `http://127.0.0.1:${(store.address() as AddressInfo).port}`;
const working = () => ({ ...settingsOf(db, folder), SMTP_URL: mails.url, MAIL_FROM: 'Shop <shop@example.org>' });

describe('config check', () => {
  it('names everything that is wrong, each with what to do, and no value', async () => {
    await writeFile(join(folder, '.env'), 'SHOP_COLOUR=canary\nPORT=canary\nMASTER_KEY=canary\n');
    const wrong = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://shop.example/canary',
      BACKUP_TO: 's3://canary!',
      KAFKA_USERNAME: 'canary',
    };
    const { code, problems, fine } = await check(wrong);
    expect([code, fine]).toEqual([1, []]);
    expect(problems).toEqual(
      expect.arrayContaining([
        'SHOP_COLOUR is no setting and has no effect',
        'JWT_SECRET is missing: make it with `openssl rand -hex 32`',
        'DATABASE_URL is missing: name a PostgreSQL, as the role that only reads and appends',
        'SMTP_URL is missing: name a mail server, like smtps://name:password@host, or none',
        'STORE_API_KEY is missing: copy it from the dashboard of SellAuth',
        'TRUST_PROXY is missing: the number of proxies in front of Framelift, 0 for none',
        'MASTER_KEY must have at least 32 characters',
        'PORT must be a whole number of at least 0 and at most 65535',
      ]),
    );
    expect(JSON.stringify(problems)).not.toContain('canary');
  });

  it('names what needs other settings together, too', async () => {
    const { code, problems } = await check({ BACKUP_TO: 's3://', KAFKA_USERNAME: 'shop', JWT_SECRET: 'short', PUBLIC_URL: 'ftp://x' });
    expect(code).toBe(1);
    expect(problems).toEqual([
      'JWT_SECRET must be 64 hex digits or at least 32 characters',
      'PUBLIC_URL must be an address without a path, like https://framelift.example',
      'KAFKA_SASL is missing: plain, scram-sha-256 or scram-sha-512',
      'BACKUP_TO must be a folder, s3://bucket/prefix or off',
    ]);
  });

  it('ends at a file of a setting that cannot be read', async () => {
    const { code, problems } = await check({ JWT_SECRET_FILE: join(folder, 'none') });
    expect([code, problems]).toEqual([1, [expect.stringMatching(/^JWT_SECRET_FILE names a file that cannot be read/)]]);
  });

  it('is content with a system that would start, and asks nobody else; finds another key, and a database that is away', async () => {
    const { code, fine, problems } = await check(working());
    expect([code, problems]).toEqual([0, []]);
    expect(fine).toEqual(['The settings are complete.', 'The database answers, and its log was written under these keys.']);
    expect([mails.received, asked]).toEqual([[], []]);
    const [other, gone] = await Promise.all([
      check({ ...working(), CLAIM_KEY: '12'.repeat(32) }),
      check({ ...working(), MIGRATE_DATABASE_URL: 'postgres://owner:p@127.0.0.1:1/framelift' }),
    ]);
    expect(other.problems).toEqual(['CLAIM_KEY is not the key this log was written under']);
    expect(gone.problems).toEqual(['No PostgreSQL answers where MIGRATE_DATABASE_URL leads: start it, or correct host and port']);
  });

  it('does not touch an empty database', async () => {
    const name = `${new URL(db.ownerUrl).pathname.slice(1)}_unused`;
    await db.owner.query(`create database ${name}`);
    const url = Object.assign(new URL(db.ownerUrl), { pathname: `/${name}` }).href;
    const { code, fine } = await check({ ...working(), DATABASE_URL: url, MIGRATE_DATABASE_URL: url });
    expect([code, fine[1]]).toEqual([0, 'The database is empty: the first start prepares it.']);
    const client = await connectFirst(url, 'DATABASE_URL');
    expect((await client.query(`select from pg_namespace where nspname in ('log', 'vault')`)).rowCount).toBe(0);
    await client.end();
    await db.owner.query(`drop database ${name} with (force)`);
  });

  it('sends a test mail, and shows what the server says', async () => {
    const { code, fine } = await check(working(), '--mail', 'boss@example.org');
    expect([code, fine]).toEqual([
      0,
      expect.arrayContaining([expect.stringMatching(/^The mail server took a mail to boss@example.org: 250/)]),
    ]);
    expect(mails.received.map(({ address, subject }) => [address, subject])).toEqual([['boss@example.org', 'Test mail of Framelift']]);
    mails.refuses = { code: 550, text: 'No such person <boss@example.org>' };
    const [refused, off, wrong] = await Promise.all([
      check(working(), '--mail', 'boss@example.org'),
      check({ ...working(), SMTP_URL: 'none' }, '--mail', 'boss@example.org'),
      check(working(), '--mail', 'boss'),
    ]);
    mails.refuses = undefined;
    expect(refused).toMatchObject({
      code: 1,
      problems: [expect.stringMatching(/^The mail server of SMTP_URL did not take the mail: .*No such person <\(address\)>/)],
    });
    expect(off).toMatchObject({ code: 1, problems: ['SMTP_URL names no mail server: no mail is sent'] });
    expect(wrong.code).toBe(2);
  });

  it('asks the payment provider with its key', async () => {
    const sold = { ...working(), STORE_API_URL: storeUrl(), STORE_API_KEY: 'the-key-of-the-store', STORE_WEBHOOK_SECRET: 's' };
    expect(await check(sold, '--provider')).toMatchObject({ code: 0, fine: expect.arrayContaining(['sellauth answered with its key.']) });
    expect(asked).toEqual([expect.stringMatching(/^GET \/v1\/shops\/\d+\/invoices\?/)]);
    const [another, none] = await Promise.all([check({ ...sold, STORE_API_KEY: 'another' }, '--provider'), check(working(), '--provider')]);
    expect(another).toMatchObject({ code: 1, problems: ['The store answered GET invoices with 401'] });
    expect(none).toMatchObject({ code: 1, problems: ['STORE_PROVIDER names no payment provider: the sandbox sells nothing'] });
  });
});
