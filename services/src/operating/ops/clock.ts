import { acceptLastTime } from '../../engine/log/appending/log-clock.ts';
import { confirmed, type Get, type Result } from './result.ts';
import { createClient } from '../../platform/pg.ts';
import { OWNER_URL } from '../../platform/tokens.ts';
import { addCommand, type Group } from './program.ts';

/** Lets appends go on in a log that already holds times the database's clock does not show yet: they get the last time in it. */
async function acceptClock(get: Get): Promise<Result> {
  const client = createClient(get(OWNER_URL));
  await client.connect();
  try {
    const { until, aheadSeconds } = await acceptLastTime(client);
    const text = aheadSeconds
      ? `Appends go on at ${until.toISOString()}, the last time in the log, until the clock has come there, in ${Math.round(aheadSeconds)} s`
      : 'The log’s times are not ahead of the database’s clock: nothing had to be accepted';
    return { ok: true, json: { ok: true, acceptedUntil: until.toISOString(), aheadSeconds }, text };
  } finally {
    await client.end();
  }
}

export const clockCommand: Group = (program, run) => {
  addCommand(
    program,
    'accept-clock',
    'Lets appends go on although the log holds times that the database’s clock does not show yet.',
    'accept-clock --yes',
  )
    .option('--yes', 'really: events keep that time until the clock has come there')
    .action(({ yes }: { yes?: boolean }) => {
      confirmed(yes, 'Events will be recorded at the last time in the log until the clock has come there.');
      return run(acceptClock);
    });
};
