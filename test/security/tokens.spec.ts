import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHmac, createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { affiliateStream, refusals } from '@framelift/contracts';
import { CredentialsTable } from '../../services/src/programme/sign-in/credentials.ts';
import { type App, startApp } from '../support/system.ts';

const PREVIOUS = '55'.repeat(32);

let app: App;
let sub: string;
beforeAll(async () => {
  app = await startApp({ JWT_SECRET_PREVIOUS: PREVIOUS });
  sub = affiliateStream((await app.affiliate()).id);
});
afterAll(() => app.stop());

const now = () => Math.floor(Date.now() / 1000);
const encoded = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const secret = () => app.system.secrets.jwt;
const claims = (more: object = {}) => ({
  sub,
  jti: randomUUID(),
  tv: 1,
  iss: 'framelift',
  aud: 'framelift',
  iat: now(),
  exp: now() + 60,
  ...more,
});
const without = (name: string) => Object.fromEntries(Object.entries(claims()).filter(([key]) => key !== name));
const HEADER = { alg: 'HS256', typ: 'JWT' };
const sha = (key: string | Buffer, text: string, bits = 256) => createHmac(`sha${bits}`, key).update(text).digest('base64url');

/** A token signed by hand, by default with our key and our header. */
function token(payload: unknown = claims(), header: unknown = HEADER, key: string | Buffer = secret(), bits = 256): string {
  const signed = `${encoded(header)}.${encoded(payload)}`;
  return `${signed}.${sha(key, signed, bits)}`;
}

const opens = async (bearer: string) => (await app.as(bearer).get('/api/affiliate/stats')).status === 200;
const sent = (authorization: string) => app.anybody.send('GET', '/api/affiliate/stats', undefined, { Authorization: authorization });

/** All known forgeries; each must be refused in the same way. */
function forgeries(): Record<string, string> {
  const good = token();
  const [header, payload, signature] = good.split('.') as [string, string, string];
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }) as string;
  const rs256 = (head: object) => {
    const signed = `${encoded(head)}.${encoded(claims())}`;
    return `${signed}.${createSign('sha256').update(signed).sign(privateKey, 'base64url')}`;
  };
  const unsigned = (alg: string) => `${encoded({ alg, typ: 'JWT' })}.${encoded(claims())}.`;
  const flipped = (text: string, at: number) => text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);
  const later = { sub: affiliateStream('somebodyelse0000') };
  return {
    // The algorithm
    'alg none': unsigned('none'),
    'alg None': unsigned('None'),
    'alg NONE': unsigned('NONE'),
    'alg nOnE with a signature': `${unsigned('nOnE')}${signature}`,
    'no alg': token(claims(), { typ: 'JWT' }),
    'alg empty': token(claims(), { alg: '', typ: 'JWT' }),
    'alg null': token(claims(), { alg: null, typ: 'JWT' }),
    'alg a list': token(claims(), { alg: ['HS256'], typ: 'JWT' }),
    'HS512 under our key': token(claims(), { alg: 'HS512', typ: 'JWT' }, secret(), 512),
    'HS384 under our key': token(claims(), { alg: 'HS384', typ: 'JWT' }, secret(), 384),
    'HS512 said, HS256 done': token(claims(), { alg: 'HS512', typ: 'JWT' }),
    'hs256 in lower case': token(claims(), { alg: 'hs256', typ: 'JWT' }),
    'RS256 with the attacker’s key': rs256({ alg: 'RS256', typ: 'JWT' }),
    'RS256 with the attacker’s key in the header': rs256({ alg: 'RS256', jwk: publicKey.export({ format: 'jwk' }) }),
    'RS256 with an address of keys': rs256({ alg: 'RS256', jku: `${app.url}/keys.json` }),
    'HS256 under a public key': token(claims(), HEADER, pem),
    ES256: token(claims(), { alg: 'ES256', typ: 'JWT' }),
    // The key
    'another key': token(claims(), HEADER, 'f'.repeat(64)),
    'an empty key': token(claims(), HEADER, ''),
    'a key of zeros': token(claims(), HEADER, Buffer.alloc(32)),
    'the word null as key': token(claims(), HEADER, 'null'),
    'our key as text': token(claims(), HEADER, secret().toString('hex')),
    MASTER_KEY: token(claims(), HEADER, app.system.secrets.master),
    'kid of a file': token(claims(), { ...HEADER, kid: '../../../../dev/null' }, ''),
    'kid of a query': token(claims(), { ...HEADER, kid: "x' union select 'known' --" }, 'known'),
    'kid of an address': token(claims(), { ...HEADER, kid: `${app.url}/robots.txt` }, 'User-agent: *'),
    'x5c with the attacker’s certificate': token(claims(), { ...HEADER, x5c: [Buffer.from(pem).toString('base64')] }, pem),
    // The claims, signed with our key
    'expired a second ago': token(claims({ exp: now() - 1 })),
    'expired long ago': token(claims({ iat: now() - 90_000, exp: now() - 3_600 })),
    'valid for longer than we ever issue': token(claims({ exp: now() + 10 * 365 * 86_400 })),
    'older than we ever issue, not expired': token(claims({ iat: now() - 2 * 86_400, exp: now() + 60 })),
    'not before in the future': token(claims({ nbf: now() + 600 })),
    'issued in the future': token(claims({ iat: now() + 600, exp: now() + 660 })),
    'another issuer': token(claims({ iss: 'x' })),
    'another audience': token(claims({ aud: 'x' })),
    'issuer in another case': token(claims({ iss: 'Framelift' })),
    'no issuer': token(without('iss')),
    'no audience': token(without('aud')),
    'no expiry': token(without('exp')),
    'no time of issue': token(without('iat')),
    'no session': token(without('jti')),
    'no subject': token(without('sub')),
    'no token version': token(without('tv')),
    'expiry as text': token(claims({ exp: String(now() + 60) })),
    'expiry beyond numbers': token(claims({ exp: 1e300 })),
    'an empty session': token(claims({ jti: '' })),
    'a session that is not a text': token(claims({ jti: { $ne: '' } })),
    'an older token version': token(claims({ tv: 0 })),
    'a later token version': token(claims({ tv: 2 })),
    'a token version as text': token(claims({ tv: '1' })),
    'a token version of null': token(claims({ tv: null })),
    'an unknown account': token(claims({ sub: 'affiliate-nobody' })),
    'another kind of stream': token(claims({ sub: sub.replace('affiliate', 'visits') })),
    'a subject that is not a text': token(claims({ sub: [sub] })),
    'a subject with a tail': token(claims({ sub: `${sub} ` })),
    'an unknown admin': token(claims({ sub: sub.replace('affiliate', 'admin') })),
    // The text
    'a changed payload under the old signature': `${header}.${encoded(claims(later))}.${signature}`,
    'a changed header under the old signature': `${encoded({ ...HEADER, kid: '1' })}.${payload}.${signature}`,
    'one letter of the payload': `${header}.${flipped(payload, 10)}.${signature}`,
    'one letter of the signature': `${header}.${payload}.${flipped(signature, 5)}`,
    'the last letter of the signature': `${header}.${payload}.${signature.slice(0, -1)}${signature.endsWith('A') ? 'B' : 'A'}`,
    'a cut signature': good.slice(0, -1),
    'half a signature': good.slice(0, -22),
    'no signature': `${header}.${payload}.`,
    'two parts': `${header}.${payload}`,
    'doubled dots': `${header}..${payload}.${signature}`,
    'a dot before': `.${good}`,
    'a dot after it': `${good}.`,
    'four parts': `${good}.${signature}`,
    'five parts, as an encrypted one': `${good}.${signature}.${signature}`,
    'padding after it': `${good}=`,
    'padding in the payload': `${header}.${payload}=.${signature}`,
    'base64 of the old alphabet': `${header}.${payload}.${Buffer.from(signature, 'base64url').toString('base64')}`,
    'bytes after it': `${good}AAAA`,
    'a NUL after it': `${good}%00`,
    'a word after it': `${good} more`,
    'a comma and another': `${good}, ${good}`,
    'a payload that is not an object': token('"text"'),
    'a payload that is a list': token([claims()]),
    'a payload that is null': token('null'),
    'a payload that is not JSON': token('{"sub":'),
    'the JSON of a token': JSON.stringify({ payload, signatures: [{ protected: header, signature }] }),
    garbage: 'garbage',
    'garbage in three parts': 'a.b.c',
    'three dots': '...',
    'a long one': 'A'.repeat(7_000),
  };
}

describe('a token', () => {
  it('that is valid opens the account, so that the next tests prove something', async () => {
    expect(await opens(token())).toBe(true);
    expect(await opens(token(claims({ nbf: now() - 5 })))).toBe(true);
    expect((await sent(`bearer ${token()}`)).status).toBe(200);
  });

  it('that is invalid opens nothing, in at least forty ways', async () => {
    const all = Object.entries(forgeries());
    expect(all.length).toBeGreaterThanOrEqual(40);
    for (const [what, forged] of all)
      expect([what, await sent(`Bearer ${forged}`)]).toMatchObject([what, { status: 401, body: { error: refusals.unauthorized } }]);
  });

  it('is accepted only from one header, in one form', async () => {
    const good = token();
    for (const authorization of [
      good,
      `Basic ${good}`,
      `Bearer\t${good}`,
      `Bearer  ${good}`,
      `Bearer: ${good}`,
      'Bearer',
      'Bearer null',
      `Bearer "${good}"`,
    ])
      expect([authorization.slice(0, 12), (await sent(authorization)).status]).toEqual([authorization.slice(0, 12), 401]);
    for (const path of [`/api/affiliate/stats?token=${good}`, `/api/affiliate/stats?access_token=${good}&Authorization=Bearer%20${good}`])
      expect((await app.anybody.get(path)).status).toBe(401);
    expect((await app.anybody.send('GET', '/api/affiliate/stats', undefined, { Cookie: `affiliateToken=${good}` })).status).toBe(401);
  });
});

describe('logging out', () => {
  it('ends this session at the server, on the next request, and no other', async () => {
    const { username, password } = await app.affiliate();
    const session = async () => app.as((await app.anybody.post('/api/affiliate/login', { username, password })).body.token as string);
    const [here, there] = [await session(), await session()];
    expect(await here.post('/api/account/logout')).toMatchObject({ status: 200, body: { success: true } });
    expect(await here.get('/api/affiliate/stats')).toMatchObject({ status: 401, body: { error: refusals.unauthorized } });
    expect((await here.post('/api/account/logout')).status).toBe(401);
    expect((await there.get('/api/affiliate/stats')).status).toBe(200);
  });

  it('is deleted once the token would have expired anyway', async () => {
    const { pool } = app.db;
    await pool.query(`insert into sign_in.ended_sessions values ('long ago', now() - interval '1 second')`);
    await app.api.get(CredentialsTable).forget(Date.now());
    const { rows } = await pool.query(`select session_id from sign_in.ended_sessions where session_id = 'long ago'`);
    expect(rows).toEqual([]);
  });

  it('refuses every request that begins after its answer', async () => {
    for (let round = 0; round < 20; round++) {
      const client = await app.affiliate();
      const racing = Array.from({ length: 4 }, () => client.get('/api/affiliate/stats'));
      await client.post('/api/account/logout');
      expect(await opens(client.token)).toBe(false);
      await Promise.all(racing);
    }
  });
});

describe('while keys rotate', () => {
  it('both keys verify, and only the new one signs', async () => {
    expect(await opens(token(claims(), HEADER, Buffer.from(PREVIOUS, 'hex')))).toBe(true);
    const { token: fresh } = await app.affiliate();
    const [header, payload, signature] = fresh.split('.');
    expect(signature).toBe(sha(secret(), `${header}.${payload}`));
  });

  it('an invalid token is refused under the old key too', async () => {
    const old = Buffer.from(PREVIOUS, 'hex');
    for (const payload of [claims({ exp: now() - 1 }), claims({ aud: 'x' }), claims({ tv: 2 }), without('jti')])
      expect(await opens(token(payload, HEADER, old))).toBe(false);
  });

  it('tokens of the old key end when it is dropped', async () => {
    const after = await startApp({ JWT_SECRET: '66'.repeat(32) });
    const id = (await after.affiliate()).id;
    const forged = token(claims({ sub: affiliateStream(id) }), HEADER, Buffer.from(PREVIOUS, 'hex'));
    expect((await after.as(forged).get('/api/affiliate/stats')).status).toBe(401);
    expect(
      (await after.as(token(claims({ sub: affiliateStream(id) }), HEADER, Buffer.from('66'.repeat(32), 'hex'))).get('/api/affiliate/stats'))
        .status,
    ).toBe(200);
    await after.stop();
  });
});
