import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JwtService } from '@nestjs/jwt';
import { openAll, serveAll } from '../../services/src/main/open.js';
import { readConfig } from '../../services/src/platform/config.js';
import { freePort } from '../../services/src/platform/embedded-postgres.js';
import { Passwords } from '../../services/src/programme/sign-in/passwords.js';
import { Registration } from '../../services/src/programme/sign-in/registration.js';
import { freshDatabase } from './database.js';
import { overKafka } from './stack.js';
import { watchedLogger } from './watched-log.js';
import { LogWakeup } from '../../services/src/engine/feed/log-wakeup.js';
import { Log } from '../../services/src/engine/log/log.js';
import { Streams } from '../../services/src/engine/log/streams.js';
import { Vault } from '../../services/src/engine/log/vault.js';
import { Keys } from '../../services/src/platform/keys.js';
import { CLOCK, CONFIG, POOL, SECRETS } from '../../services/src/platform/tokens.js';
export const systemOf = (app, opening) => ({
    opening,
    config: app.get(CONFIG),
    secrets: app.get(SECRETS),
    pool: app.get(POOL),
    log: app.get(Log),
    streams: app.get(Streams),
    vault: app.get(Vault),
    keys: app.get(Keys),
    wakeup: app.get(LogWakeup),
    now: app.get(CLOCK),
});
/** A database that somebody else started and stops. */
export const reached = (db) => ({ ...db, stop: async () => { } });
const LONGEST_WAIT_MS = 10_000;
let ofWorker;
/** The system that a worker's specs share: for those that need no setting and no empty log. */
export async function sharedApp() {
    const app = await (ofWorker ??= startApp());
    return { ...app, stop: async () => app.checkLog() };
}
/** With `webFolder`, a built site, it serves that too. */
export async function startApp(settings = {}, existing, webFolder) {
    const db = existing ?? (await freshDatabase());
    const folder = await mkdtemp(join(process.env['TEST_FOLDER'] ?? tmpdir(), 'framelift-app-'));
    const env = {
        DATA_DIR: folder,
        PORT: String(await freePort()),
        SANDBOX_STORE_PORT: String(await freePort()),
        RATE_LIMIT: '1000000',
        MASTER_KEY: db.masterKey.toString('hex'),
        CLAIM_KEY: '11'.repeat(32),
        JWT_SECRET: '22'.repeat(32),
        ALTCHA_SECRET: '33'.repeat(32),
        HEAD_SIGNING_KEY: '44'.repeat(32),
        ADMIN_EMAIL: 'admin@example.org',
        ADMIN_PASSWORD: 'the admin password',
        STORE_RECONCILE_SECONDS: '3600',
        ...overKafka(),
        ...settings,
    };
    const config = readConfig(env);
    const { logger, check } = watchedLogger();
    const opening = { config, env, logger, reach: async () => reached(db) };
    const api = await openAll(opening, webFolder);
    const system = systemOf(api, opening);
    api.get(Passwords).costs = { memory: 8, passes: 1, parallelism: 1 };
    await serveAll(api);
    await api.get(Registration).firstAdmin(Date.now());
    const url = `http://127.0.0.1:${config.port}`;
    let seen = 0;
    system.log.onCommit((position) => (seen = position));
    const client = (token = '') => {
        const send = async (method, path, body, headers = {}) => {
            const response = await fetch(url + path, {
                method,
                headers: {
                    ...(token ? { Authorization: `Bearer ${token}` } : {}),
                    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
                    ...(method === 'GET' && seen ? { 'Log-After': String(seen) } : {}),
                    ...headers,
                },
                ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
            });
            const position = Number(response.headers.get('log-position') ?? 0);
            const text = await response.text();
            return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text, position };
        };
        // A loaded machine may be further behind than one answer waits for.
        const get = async (path) => {
            const [wanted, late] = [seen, Date.now() + LONGEST_WAIT_MS];
            let answer = await send('GET', path);
            while (answer.position && answer.position < wanted && Date.now() < late)
                answer = await send('GET', path);
            return answer;
        };
        return {
            token,
            send,
            get,
            post: (path, body, headers) => send('POST', path, body, headers),
            put: (path, body, headers) => send('PUT', path, body, headers),
        };
    };
    const anybody = client();
    let maker;
    const admin = async () => {
        const { body } = await anybody.post('/api/affiliate/login', { username: 'admin', password: 'the admin password' });
        return client(body.token);
    };
    return {
        url,
        db,
        system,
        api,
        anybody,
        as: client,
        async affiliate(name = `a${randomUUID().slice(0, 12)}`) {
            const password = 'correct horse battery';
            const { body } = await anybody.post('/api/affiliate/register', { username: name, email: `${name}@example.org`, password });
            return { ...client(body.token), id: body.affiliate.id, username: name, password };
        },
        admin,
        async program(scopes, more = {}) {
            const body = { name: `program ${randomUUID().slice(0, 12)}`, scopes, perMinute: 6_000, ...more };
            const made = await (await (maker ??= admin())).post('/api/admin/keys', body);
            if (made.status !== 201)
                throw new Error(`no key: ${JSON.stringify(made.body)}`);
            return { ...client(made.body.key), id: made.body.id, name: body.name };
        },
        tokenOf(accountId, { minutesAgo }) {
            const now = Math.floor(Date.now() / 1000);
            return new JwtService().sign({ tv: 1, iat: now - minutesAgo * 60, exp: now + 3600 }, { secret: system.secrets.jwt, subject: accountId, jwtid: randomUUID(), issuer: 'framelift', audience: 'framelift' });
        },
        checkLog: check,
        async stop() {
            await api.close();
            await rm(folder, { recursive: true, force: true });
            if (!existing)
                await db.close();
            check();
        },
    };
}
//# sourceMappingURL=system.js.map