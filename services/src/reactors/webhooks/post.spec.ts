import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { lookup } from 'node:dns';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isPublic } from '../../platform/network.ts';
import { post, refusePrivateName, webhookUrl } from './post.ts';

const strict = { production: false, allowPrivate: false };

/** Loopback, private, link-local, shared, metadata, reserved and multicast addresses, in every notation that a URL may have them in. */
const inside = `
  127.0.0.1 127.1 127.0.1 127.255.255.254 0x7f.0.0.1 0x7f000001 2130706433 0177.0.0.1 017700000001 0x7f.1 0.0.0.0 0
  0.0.0.1 10.0.0.1 10.255.255.255 0xa.0.0.1 012.0.0.1 167772161 172.16.0.1 172.31.255.255 192.168.0.1 192.168.1.254
  0xc0.0xa8.0.1 3232235521 169.254.0.1 169.254.169.254 0xa9fea9fe 2852039166 100.64.0.1 100.100.100.200 100.127.255.255
  192.0.0.1 192.0.2.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 192.88.99.1
  [::1] [::] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::ffff:10.0.0.1] [::ffff:169.254.169.254]
  [::ffff:a9fe:a9fe] [fe80::1] [febf::1] [fc00::1] [fd00:ec2::254] [fdff::1] [ff02::1] [2001:db8::1] [64:ff9b::7f00:1]
  [64:ff9b::a9fe:a9fe] [2002:7f00:1::] [2002:a9fe:a9fe::1] [2001::1] [100::1] [::127.0.0.1] localhost LOCALHOST localhost.
  foo.localhost metadata db printer.local metadata.google.internal ①②⑦.⓪.⓪.①`
  .trim()
  .split(/\s+/);

describe('an address that a webhook may not have', () => {
  it.each(inside.map((host) => [host]))('is %s', (host) => {
    expect(() => webhookUrl(`http://${host}/hook`, strict)).toThrow();
  });

  it.each([
    'ftp://hooks.example/',
    'file:///etc/passwd',
    'gopher://hooks.example',
    'https://user:pass@hooks.example/',
    'hooks.example',
    '//x.example',
    'http://',
    'javascript:alert(1)',
  ])('is %s', (url) => expect(() => webhookUrl(url, strict)).toThrow('The address must begin with https://'));

  it('is plain http in production', () => {
    expect(() => webhookUrl('http://hooks.example/', { ...strict, production: true })).toThrow('https://');
    expect(webhookUrl('https://hooks.example/a?b#c', { ...strict, production: true }).href).toBe('https://hooks.example/a?b');
  });
});

it('counts more than sixty of them, and no public one', () => {
  expect(inside.length).toBeGreaterThan(60);
  for (const address of ['1.1.1.1', '8.8.8.8', '93.184.215.14', '2606:4700::1111'])
    expect([address, isPublic(address)]).toEqual([address, true]);
});

describe('a name', () => {
  let server: Server;
  let reached = 0;
  beforeAll(async () => {
    server = createServer((_request, response) => {
      reached++;
      response.end('reached');
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  });
  afterAll(() => void server.close());

  /** What a name server says, one answer after the other. */
  const answering = (...answers: string[][]) =>
    ((_host: string, _options: object, done: (error: null, addresses: { address: string; family: number }[]) => void) =>
      done(
        null,
        (answers.length > 1 ? answers.shift()! : answers[0]!).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )) as unknown as typeof lookup;
  const at = (host: string) => webhookUrl(`http://${host}:${(server.address() as AddressInfo).port}/`, strict);

  it('that leads to a private address is not reached, also where only one of its addresses is', async () => {
    for (const answer of [['127.0.0.1'], ['::1'], ['::ffff:127.0.0.1'], ['10.0.0.1'], ['8.8.8.8', '127.0.0.1']])
      await expect(post(at('rebind.example'), {}, '{}', strict, answering(answer))).rejects.toThrow('public internet');
    expect(reached).toBe(0);
  });

  it('that leads to a private address is refused when it is named, also where only one of its addresses is', async () => {
    for (const answer of [['127.0.0.1'], ['::1'], ['::ffff:10.0.0.1'], ['169.254.169.254'], ['8.8.8.8', '192.168.1.1']])
      await expect(refusePrivateName(at('rebind.example'), strict, answering(answer))).rejects.toThrow('public internet');
    await refusePrivateName(at('rebind.example'), { ...strict, allowPrivate: true }, answering(['127.0.0.1']));
    await refusePrivateName(at('hooks.example'), strict, answering(['8.8.8.8', '2606:4700::1111']));
    const nowhere = ((_host: string, _options: object, done: (error: Error) => void) => done(new Error('ENOTFOUND'))) as never;
    await refusePrivateName(at('not-yet.example'), strict, nowhere);
  });

  it('that changes between two looks is judged at the moment of the connection', async () => {
    const url = at('rebind.example');
    const resolver = answering(['8.8.8.8'], ['127.0.0.1']);
    // The first look-up is public; the connection's own is not.
    await new Promise((looked) => resolver('rebind.example', { all: true }, looked as never));
    await expect(post(url, {}, '{}', strict, resolver)).rejects.toThrow('public internet');
    expect(reached).toBe(0);
  });
});
