import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Archive } from '../../engine/log/archiving/archive.ts';
import { Log } from '../../engine/log/log.ts';
import type { Problem } from '../../engine/log/proving/audit.ts';
import { endFoundLosses, lastAccepted } from '../../engine/log/proving/losses.ts';
import { createPool, inTransaction } from '../../platform/pg.ts';
import { Refused } from '../../platform/refused.ts';
import { BACKUP_KEY, CONFIG, OWNER_URL, POOL } from '../../platform/tokens.ts';
import { lostSegments } from '../backups/lost-segments.ts';
import { openStore } from '../backups/open-store.ts';
import type { Head } from '../backups/segment.ts';
import { audited } from './auditing.ts';
import { LOG_FILE } from './backup-manifest.ts';
import { erasedAgain, eraseAgain } from './erase-again.ts';
import { passOver, readEvents } from './import-log.ts';
import { type Get, plural, type Result } from './result.ts';
import { alone, inWorkFolder, UNPACKED } from './take-backup.ts';
import { addSegments, besideFileOf, readBesideFile } from './with-archive.ts';

/** Puts back the events that the archive has and the log lost, with what changed beside it. Interrupted, the next call goes on. @throws Refused */
export async function fillFromArchive(get: Get, signal: AbortSignal): Promise<Result> {
  return alone(get, async () => {
    const [store, log] = [await openStore(get(CONFIG).backup), get(Log)];
    const here = await log.head();
    const head: Head = { position: here.position, hash: here.hash.toString('hex') };
    const segments = await lostSegments(store, get(BACKUP_KEY)(), head, await lastAccepted(get(POOL)));
    if (!segments.length) throw Refused.inWords('The archive has no event that this log lost', 'conflict');
    await checked(get, head.position);
    const bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0);
    return inWorkFolder(get(CONFIG), bytes * UNPACKED, async (folder) => {
      const file = join(folder, LOG_FILE);
      // The first line of an export says what it is, and is passed over.
      await writeFile(file, '{}\n', { mode: 0o600 });
      const { head: end } = await addSegments(get, store, segments, head, { file, name: 'The log', signal });
      const owner = createPool(get(OWNER_URL), { max: 2, answerMs: Infinity });
      try {
        // First, so that every key is there before an event that is sealed under it.
        await inTransaction(owner, (client) => readBesideFile(get, besideFileOf(file), client));
        const count = await readEvents(get, owner, file, log.partitionCount, { head: end }, signal, here);
        await passOver(get);
        const erased = await eraseAgain(get);
        await get(Archive).filled(end.position, Buffer.from(end.hash, 'hex'));
        await endFoundLosses(owner);
        await checked(get, end.position);
        const text = [
          `${plural(count, 'event')} put back, ${head.position + 1} to ${end.position}; ${erasedAgain(erased)}`,
          'Nothing is wrong with the log. Mails and webhooks about these events are not sent again.',
          `head ${end.position} ${end.hash}`,
        ];
        return { ok: true, json: { ok: true, from: head.position + 1, head: end, events: count, ...erased }, text: text.join('\n') };
      } finally {
        await owner.end();
      }
    });
  });
}

/** @throws Refused: something is wrong with the events up to a position */
async function checked(get: Get, upTo: number): Promise<void> {
  const { json } = await audited(get, {});
  const problem = (json as { problems: Problem[] }).problems.find(({ position }) => position <= upTo);
  if (problem) throw Refused.inWords(`Something is wrong with the log at ${problem.position}: ${problem.what}`);
}
