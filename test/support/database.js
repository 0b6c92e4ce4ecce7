import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { LogWakeup } from '../../services/src/engine/feed/log-wakeup.js';
import { Log, shipped } from '../../services/src/engine/log/log.js';
import { Streams } from '../../services/src/engine/log/streams.js';
import { Vault } from '../../services/src/engine/log/vault.js';
import { createPool, simulatedClock } from '../../services/src/platform/pg.js';
import { databaseAt } from './stack.js';
export async function freshDatabase({ words = shipped, now } = {}) {
    const { TEST_OWNER_URL, TEST_APP_URL } = process.env;
    const name = `t_${process.env['TEST_RUN']}_${randomBytes(6).toString('hex')}`;
    const server = new pg.Client(databaseAt(TEST_OWNER_URL, 'postgres'));
    await server.connect();
    // Cloning needs the template to itself: one spec at a time.
    await server.query('select pg_advisory_lock(1)');
    await server.query(`create database ${name} template template_framelift`);
    await server.query(`grant create on database ${name} to framelift_app`);
    await server.query('select pg_advisory_unlock(1)');
    const ownerUrl = databaseAt(TEST_OWNER_URL, name);
    const appUrl = databaseAt(TEST_APP_URL, name);
    const pool = createPool(appUrl, { session: now ? simulatedClock : {} });
    const owner = createPool(ownerUrl, { max: 4, answerMs: Infinity });
    const masterKey = randomBytes(32);
    const vault = new Vault(pool, masterKey);
    const log = await Log.open(pool, vault, words, now);
    const wakeup = new LogWakeup({ connectionString: appUrl, onError: () => { } });
    return {
        appUrl,
        ownerUrl,
        pool,
        owner,
        masterKey,
        vault,
        log,
        streams: new Streams(pool, log),
        wakeup,
        async someoneWaits() {
            const text = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
            return (await owner.query(text)).rowCount > 0;
        },
        async close() {
            await wakeup.stop();
            await pool.end();
            await owner.end();
            await server.query(`drop database ${name} with (force)`);
            await server.end();
        },
    };
}
/** Whether a statement waits for a lock that another transaction holds. */
export async function isLockAwaited({ owner }) {
    const { rowCount } = await owner.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    return rowCount > 0;
}
//# sourceMappingURL=database.js.map