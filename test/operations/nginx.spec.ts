import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { errorView, refusals } from '@framelift/contracts';
import { MAX_WORKING } from '../../services/src/http/admission.ts';
import { WEB } from '../../services/src/main/api.ts';
import { minimalHeaders } from '../../services/src/http/security-headers.ts';
import { type App, startApp } from '../support/system.ts';
import { noNginxBecause, startNginx } from '../support/nginx.ts';
import { skipReason } from '../support/skip-reason.ts';
import { until } from '../support/until.ts';

const PATIENT = 256;
const MB = 1024 * 1024;

const noNginx = noNginxBecause();
const behindNginx = noNginx ? describe.skip : describe;
const titled = skipReason(noNginx);

const busy = [503, refusals.busy, '1', 'nosniff', 'no-store'];
/** An answer: status, text, and some of the headers. */
const answerOf = async (request: Promise<Response>) => {
  const response = await request;
  const { status, headers } = response;
  const { error } = (await response.json()) as { error?: string };
  return [status, error, headers.get('retry-after'), headers.get('x-content-type-options'), headers.get('cache-control')];
};

behindNginx(titled('nginx in front of a server that answers on command'), () => {
  let received: IncomingMessage[] = [];
  let open: ServerResponse[] = [];
  let api: Server;
  let nginx: Awaited<ReturnType<typeof startNginx>>;
  const sockets: Socket[] = [];
  const start = async (port: number) => {
    api = createServer((request, response) => {
      received.push(request);
      request.on('data', () => {});
      if (/slow|checkout|login|register/.test(request.url!)) open.push(response);
      else response.end('{}');
    });
    await new Promise<void>((done) => api.listen(port, '127.0.0.1', done));
    return (api.address() as AddressInfo).port;
  };
  const end = () => {
    api.closeAllConnections();
    return new Promise((done) => api.close(done));
  };
  beforeAll(async () => void (nginx = await startNginx(await start(0))));
  afterAll(async () => {
    await nginx?.stop();
    await end();
  });
  afterEach(async () => {
    for (const response of open) response.end('{}');
    for (const socket of sockets.splice(0)) socket.destroy();
    await wait(50);
    [received, open] = [[], []];
  });
  const ask = (path: string, options?: RequestInit) => fetch(nginx.url + path, options);
  const status = async (path: string, options?: RequestInit) => (await ask(path, options)).status;
  /** A connection that has sent `text`, and everything it received. */
  /** The answer until the connection closes, or until it has `end`. */
  const raw = (text: string, end?: string) => {
    const socket = connect(Number(new URL(nginx.url).port), '127.0.0.1').on('error', () => {});
    sockets.push(socket);
    const answer = new Promise<string>((done) => {
      let all = '';
      socket
        .on('close', () => done(all))
        .on('data', (chunk) => {
          all += chunk;
          if (end && all.includes(end)) socket.destroy();
        });
    });
    socket.write(text);
    return answer;
  };

  /** nginx' answer to the announcement of a body: a client that still sends may not read the answer. */
  const announced = async (path: string, bytes: number, limit: number) => {
    const answer = await raw(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${bytes}\r\n\r\n`, refusals.bodyTooLarge(limit));
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    const [first, ...lines] = head.split('\r\n');
    const headers = new Headers(lines.map((line) => line.split(': ') as [string, string]));
    return { first, body, headers: Object.fromEntries(headers) };
  };

  it('reports the number of requests to monitoring', async () => {
    await ask('/');
    expect(await (await fetch(nginx.statusUrl)).text()).toMatch(
      /^Active connections: \d+ \nserver accepts handled requests\n \d+ \d+ \d+ \n/,
    );
    expect((await ask('/status')).headers.get('content-type')).toBeNull();
  });

  it.each(['/metrics', '/metrics?x=1', '//metrics', '/%6detrics', '/a/../metrics'])('keeps metrics inside: %s', async (path) => {
    const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer token\r\nConnection: close\r\n\r\n`);
    expect([answer.split('\r\n')[0], answer.endsWith(JSON.stringify(errorView(refusals.notFound))), received]).toEqual([
      'HTTP/1.1 404 Not Found',
      true,
      [],
    ]);
  });

  it('passes on the caller’s address, whatever the caller claims', async () => {
    await ask('/', { headers: { 'X-Forwarded-For': '10.1.2.3' } });
    expect(received[0]!.headers['x-forwarded-for']).toBe('10.1.2.3, 127.0.0.1');
  });

  it('refuses requests that would only wait, with a separate lane for admins and the store; passes health and live always', async () => {
    const inside = Array.from({ length: MAX_WORKING }, () => status('/slow'));
    await until(() => open.length === MAX_WORKING);
    expect(await answerOf(ask('/'))).toEqual(busy);
    expect(await answerOf(ask('/api/store/altcha'))).toEqual(busy);
    for (const path of ['/api/admin/overview', '/api/store/notifications', '/health/ready', '/api/live'])
      expect([path, await status(path, { method: path.includes('store') ? 'POST' : 'GET' })]).toEqual([path, 200]);
    const admins = Array.from({ length: MAX_WORKING }, () => status('/api/admin/sales/slow'));
    await until(() => open.length === 2 * MAX_WORKING);
    expect(await answerOf(ask('/api/admin/overview'))).toEqual(busy);
    for (const response of open) response.end('{}');
    expect(new Set(await Promise.all([...inside, ...admins]))).toEqual(new Set([200]));
    expect([await status('/'), await status('/api/admin/overview')]).toEqual([200, 200]);
  });

  it('lets a slow store or password hashing delay no other requests', async () => {
    const waiting = ['/api/store/checkout', '/api/affiliate/login', '/api/affiliate/register', '/api/affiliate/login'].map((path) =>
      Array.from({ length: MAX_WORKING }, () => status(path, { method: 'POST' })),
    );
    await until(() => open.length === PATIENT);
    expect(await answerOf(ask('/api/store/checkout', { method: 'POST' }))).toEqual(busy);
    expect([await status('/'), await status('/api/admin/overview')]).toEqual([200, 200]);
    for (const response of open) response.end('{}');
    expect(new Set(await Promise.all(waiting.flat()))).toEqual(new Set([200]));
  });

  it('keeps slow requests off the api', async () => {
    for (let n = 0; n < 2 * MAX_WORKING; n++)
      void raw(`POST /api/affiliate/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"a":`);
    // The proxy has read them once it answers later requests.
    expect([await status('/'), received.map(({ url }) => url)]).toEqual([200, ['/']]);
  });

  it('refuses large bodies without the api, except pictures', async () => {
    const tooLarge = { first: 'HTTP/1.1 413 Request Entity Too Large' };
    const login = await announced('/api/affiliate/login', 65 * 1024, 64 * 1024);
    expect(login).toMatchObject({
      ...tooLarge,
      body: JSON.stringify(errorView(refusals.bodyTooLarge(64 * 1024))),
      headers: { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' },
    });
    expect(login.headers).not.toHaveProperty('retry-after');
    expect(received).toHaveLength(0);
    for (const path of ['/api/admin/cashouts/1/process', '/api/admin/site/pictures']) {
      expect([path, await status(path, { method: 'POST', body: 'x'.repeat(10.9 * MB) })]).toEqual([path, 200]);
      const body = expect.stringContaining(refusals.bodyTooLarge(11 * MB));
      expect(await announced(path, Math.round(11.1 * MB), 11 * MB)).toMatchObject({ ...tooLarge, body });
    }
    expect(received).toHaveLength(2);
    // The api checks the caller before the body has arrived.
    void raw('POST /api/admin/cashouts/1/process HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\nx');
    await until(() => received.length === 3);
  });

  it('reads on when the api answers while an upload is still sent', async () => {
    const socket = connect({ port: Number(new URL(nginx.url).port), host: '127.0.0.1', allowHalfOpen: true });
    sockets.push(socket);
    let [answer, error] = ['', ''];
    socket.on('data', (chunk) => (answer += chunk)).on('error', ({ message }) => (error = message));
    const closed = new Promise((done) => socket.on('close', done));
    socket.write('POST /api/admin/site/pictures HTTP/1.1\r\nHost: a\r\nContent-Length: 50000\r\n\r\n');
    await until(() => answer.endsWith('{}\r\n0\r\n\r\n') || answer.endsWith('{}'));
    for (let part = 0; part < 10; part++) {
      socket.write('x'.repeat(5_000));
      await wait(10);
    }
    socket.end();
    await closed;
    expect(error).toBe('');
  });

  it('answers invalid HTTP as the api does', async () => {
    for (const [status, text] of [
      [400, 'no HTTP\r\n\r\n'],
      [400, 'GET / HTTP/1.1\r\n\r\n'],
      [400, `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`],
      [405, 'TRACE / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
      [414, `GET /${'a'.repeat(40_000)} HTTP/1.1\r\nHost: a\r\n\r\n`],
    ] as const) {
      const answer = await raw(text);
      expect([answer.slice(9, 12), answer]).toEqual([String(status), expect.stringMatching(/x-frame-options: deny.*default-src 'none'/is)]);
      expect(answer).toMatch(/^content-type: application\/json; charset=utf-8\r$/im);
      expect(answer.split('\r\n\r\n')[1]).toBe(JSON.stringify(errorView(refusals.badRequest)));
    }
    expect(received).toHaveLength(0);
  });

  it('puts the headers of the api on its own answers', async () => {
    const { headers: own } = await announced('/api/affiliate/login', 65 * 1024, 64 * 1024);
    const asTheApi = Object.entries(minimalHeaders({ publicUrl: 'http://localhost' } as never));
    expect(own).toMatchObject(Object.fromEntries(asTheApi.map(([name, value]) => [name.toLowerCase(), value])));
  });

  it('asks to come back while no api answers, and finds it again immediately', async () => {
    const { port } = api.address() as AddressInfo;
    await end();
    expect(await answerOf(ask('/'))).toEqual(busy);
    await start(port);
    expect(await status('/')).toBe(200);
  });
});

behindNginx(titled('nginx in front of the whole system'), () => {
  let app: App;
  let nginx: Awaited<ReturnType<typeof startNginx>>;
  beforeAll(async () => {
    app = await startApp({ TRUST_PROXY: '1' }, undefined, WEB);
    nginx = await startNginx(Number(new URL(app.url).port));
  });
  afterAll(async () => {
    await nginx?.stop();
    await app.stop();
  });

  it("passes on calls with the api's own headers, once, and live updates as they happen", async () => {
    const affiliate = await app.affiliate();
    const headers = { Authorization: `Bearer ${affiliate.token}` };
    const stats = await fetch(`${nginx.url}/api/affiliate/stats`, { headers });
    expect([stats.status, stats.headers.get('x-content-type-options'), stats.headers.get('cache-control')]).toEqual([
      200,
      'nosniff',
      'no-store',
    ]);
    expect(await stats.json()).toEqual((await affiliate.get('/api/affiliate/stats')).body);

    const leave = new AbortController();
    const live = await fetch(`${nginx.url}/api/live`, { headers, signal: leave.signal });
    const reader = live.body!.pipeThrough(new TextDecoderStream()).getReader();
    let heard = '';
    while (!heard.includes('data: ')) heard += (await reader.read()).value;
    expect(heard).toMatch(/^: connected\n\ndata: \{"position":\d+,"events":\[\]\}\n\n$/);
    const visit = { ref: affiliate.username, pageUrl: '/' };
    await fetch(`${nginx.url}/api/track/track-visit`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'User-Agent': 'Mozilla/5.0 (X11) Firefox/130' },
      body: JSON.stringify(visit),
    });
    expect((await reader.read()).value).toMatch(/^data: /);
    leave.abort();
  });

  it('passes on pages opened with a code, which count as visits', async () => {
    const affiliate = await app.affiliate();
    const headers = { 'User-Agent': 'Mozilla/5.0 (X11) Firefox/130', Accept: 'text/html' };
    const page = await fetch(`${nginx.url}/premium/?ref=${affiliate.username}&utm_source=x`, {
      headers: { ...headers, 'Sec-Fetch-Dest': 'document' },
    });
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    await until(async () => (await affiliate.get('/api/affiliate/stats')).body.stats.totalClicks === 1);
  });
});
