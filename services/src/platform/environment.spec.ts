import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnvironment } from './environment.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'framelift-env-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const write = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

describe('the file .env', () => {
  it('adds settings to the environment, which has precedence', () => {
    write('.env', '# mail\nMAIL_FROM="Shop <a@shop.example>"\nPORT=1\n');
    expect(readEnvironment({ PORT: '2' }, folder)).toEqual({ env: { PORT: '2', MAIL_FROM: 'Shop <a@shop.example>' }, unknown: [] });
  });

  it('need not exist', () => expect(readEnvironment({ PORT: '2' }, folder)).toEqual({ env: { PORT: '2' }, unknown: [] }));

  it('is refused if it cannot be read', () => expect(() => readEnvironment({}, '/dev/null')).toThrow('/dev/null/.env cannot be read'));

  it('names whatever is no setting', () => {
    write('.env', 'SHOP_COLOUR=red\nSTRIPE_SECRETKEY=x\nCOMPOSE_PROFILES=prod\n');
    expect(readEnvironment({}, folder).unknown).toEqual([
      'SHOP_COLOUR is no setting and has no effect',
      'STRIPE_SECRETKEY is no setting and has no effect: did you mean STRIPE_SECRET_KEY?',
    ]);
  });
});

it('in the environment only a misspelt setting is named: the rest belongs to other programs', () => {
  const env = { PATH: '/bin', HOME: '/', HOSTNAME: 'a', KAFKA_PORT: 'tcp://1', STRIPE_SECRETKEY: 'x', SMPT_URL_FILE: '/x' };
  expect(readEnvironment(env, folder).unknown).toEqual([
    'STRIPE_SECRETKEY is no setting and has no effect: did you mean STRIPE_SECRET_KEY?',
    'SMPT_URL_FILE is no setting and has no effect: did you mean SMTP_URL?',
  ]);
});

describe('a setting in a file', () => {
  it('is read without its last line break', () => {
    const file = write('key', 'abc\n');
    expect(readEnvironment({ STRIPE_SECRET_KEY_FILE: file, JWT_SECRET_FILE: file }, folder)).toMatchObject({
      env: { STRIPE_SECRET_KEY: 'abc', JWT_SECRET: 'abc' },
      unknown: [],
    });
  });

  it('is refused beside the setting itself, or without the file', () => {
    expect(() => readEnvironment({ JWT_SECRET: 'a', JWT_SECRET_FILE: '/b' }, folder)).toThrow(
      'JWT_SECRET and JWT_SECRET_FILE are both set: keep one',
    );
    expect(() => readEnvironment({ JWT_SECRET_FILE: join(folder, 'none') }, folder)).toThrow(
      'JWT_SECRET_FILE names a file that cannot be read',
    );
  });
});
