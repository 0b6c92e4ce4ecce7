import { acceptLastTime } from '../../engine/log/appending/log-clock.ts';
import { confirmed, type Get, type Result } from './result.ts';
import { createPatientClient } from '../../platform/pg.ts';
import { OWNER_URL } from '../../platform/tokens.ts';
import { addCommand, type Group } from './program.ts';

/** Lets appends continue in a log that is ahead of the database's clock: they get the log's last time. */
async function acceptClock(get: Get): Promise<Result> {
  const client = createPatientClient(get(OWNER_URL));
  await client.connect();
  try {
    const { until, aheadSeconds } = await acceptLastTime(client);
    const text = aheadSeconds
      ? `Appends continue at ${until.toISOString()}, the last time in the log, until the clock reaches it, in ${Math.round(aheadSeconds)} s`
      : 'The log is not ahead of the database’s clock: nothing to accept';
    return { ok: true, json: { ok: true, acceptedUntil: until.toISOString(), aheadSeconds }, text };
  } finally {
    await client.end();
  }
}

export const clockCommand: Group = (program, run) => {
  addCommand(program, 'accept-clock', 'Lets appends continue although the log is ahead of the database’s clock.', 'accept-clock --yes')
    .option('--yes', 'confirm: events get that time until the clock reaches it')
    .action(({ yes }: { yes?: boolean }) => {
      confirmed(yes, 'Events will be recorded at the last time in the log until the clock reaches it.');
      return run(acceptClock);
    });
};
