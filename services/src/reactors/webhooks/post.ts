import { lookup, type LookupAddress } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { webhookRefusals } from '@framelift/contracts';
import { isPublic } from '../../platform/network.ts';
import { Refused } from '../../platform/refused.ts';
import { pause } from '../../platform/retrying.ts';

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 64 * 1024;

/** Where webhooks may go: in production to https alone; private addresses only where a developer allows them. */
export interface Reach {
  production: boolean;
  allowPrivate: boolean;
}

export interface Posted {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** The beginning of the answer, at most 64 KiB. */
  answer: string;
}

/** The address of a webhook, as it is kept. Names are looked up when an event is sent. @throws Refused */
export function webhookUrl(text: string, { production, allowPrivate }: Reach): URL {
  const url = URL.parse(text);
  const isKnown = url && (url.protocol === 'https:' || (!production && url.protocol === 'http:'));
  if (!isKnown || url.username || url.password) throw new Refused(webhookRefusals.urlInvalid);
  const host = url.hostname.replaceAll(/^\[|\]$|\.$/g, '');
  const isPrivate = isIP(host) ? !isPublic(host) : !host.includes('.') || /\.(localhost|local|internal)$/i.test(host);
  if (isPrivate && !allowPrivate) throw new Refused(webhookRefusals.urlPrivate);
  url.hash = '';
  return url;
}

/** How long (ms) a name server may take while an admin waits. */
const LOOKUP_MS = 2_000;

/** Refuses a name that a connection would refuse. A name that does not resolve yet is looked up when an event is sent. @throws Refused */
export async function refusePrivateName({ hostname }: URL, { allowPrivate }: Reach, resolver = lookup): Promise<void> {
  if (allowPrivate) return;
  const found = new Promise<readonly LookupAddress[]>((resolve) => {
    resolver(hostname.replaceAll(/^\[|\]$/g, ''), { all: true }, (error, addresses) => resolve(error ? [] : addresses));
  });
  const done = new AbortController();
  const addresses = (await Promise.race([found, pause(LOOKUP_MS, done.signal)]).finally(() => done.abort())) ?? [];
  if (addresses.some(({ address }) => !isPublic(address))) throw new Refused(webhookRefusals.urlPrivate);
}

/** Answers only public addresses, at the moment of the connection: what a name led to before does not count. */
const publicOnly =
  (resolve: typeof lookup): LookupFunction =>
  (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '', 0);
      const bad = addresses.find(({ address }) => !isPublic(address));
      if (bad ?? !addresses.length) return done(new Error(webhookRefusals.urlPrivate), '', 0);
      if (options.all) return done(null, addresses as never);
      return done(null, addresses[0]!.address, addresses[0]!.family);
    });
  };

/** Follows no redirect; ends after ten seconds whatever the receiver does. @throws what went wrong on the way */
export const post = (url: URL, headers: Record<string, string>, body: string, reach: Reach, resolver = lookup): Promise<Posted> =>
  send(
    'POST',
    url,
    { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)), ...headers },
    body,
    reach,
    resolver,
  );

/** GET with the limits of `post`. */
export const get = (url: URL, reach: Reach, resolver = lookup): Promise<Posted> =>
  send('GET', url, { 'user-agent': 'framelift' }, '', reach, resolver);

function send(
  method: string,
  url: URL,
  headers: Record<string, string>,
  body: string,
  reach: Reach,
  resolver: typeof lookup,
): Promise<Posted> {
  // An address in digits is never looked up.
  webhookUrl(url.href, reach);
  const { request } = url.protocol === 'https:' ? https : http;
  const { promise, resolve, reject } = Promise.withResolvers<Posted>();
  const late = AbortSignal.timeout(TIMEOUT_MS);
  const sent = request(url, {
    method,
    headers,
    signal: late,
    agent: false,
    ...(reach.allowPrivate ? {} : { lookup: publicOnly(resolver) }),
  });
  sent.on('error', (error) => reject(late.aborted ? new Error('no answer within 10 seconds') : error));
  sent.on('response', (response) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    const finish = () => {
      const answer = Buffer.concat(parts).subarray(0, MAX_ANSWER_BYTES).toString();
      resolve({ status: response.statusCode!, headers: response.headers, answer });
      response.destroy();
    };
    response.on('data', (part: Buffer) => {
      parts.push(part);
      bytes += part.length;
      if (bytes >= MAX_ANSWER_BYTES) finish();
    });
    response.on('end', finish);
    response.on('error', reject);
  });
  sent.end(body);
  return promise;
}
