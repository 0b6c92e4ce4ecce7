import pg from 'pg';
import { confirmed, type Get, type Result } from './result.ts';
import { OWNER_URL } from '../../platform/tokens.ts';
import { declared, type Group } from './program.ts';

/** Lets appends go on in a log that already holds times the database's clock does not show yet: they get the last time in it. */
async function acceptClock(get: Get): Promise<Result> {
  const client = new pg.Client(get(OWNER_URL));
  await client.connect();
  try {
    const { rows } = await client.query<{ until: Date; ahead: number }>(
      `update log.settings set time_accepted_until = head.recorded_at from log.head
       returning time_accepted_until as until, greatest(0, extract(epoch from head.recorded_at - clock_timestamp()))::float8 as ahead`,
    );
    const { until, ahead } = rows[0]!;
    const text = ahead
      ? `Appends go on at ${until.toISOString()}, the last time in the log, until the clock has come there, in ${Math.round(ahead)} s`
      : 'The log’s times are not ahead of the database’s clock: nothing had to be accepted';
    return { ok: true, json: { ok: true, acceptedUntil: until.toISOString(), aheadSeconds: ahead }, text };
  } finally {
    await client.end();
  }
}

export const clockCommand: Group = (program, run) => {
  declared(
    program,
    'accept-clock',
    'Lets appends go on although the log holds times that the database’s clock does not show yet.',
    'accept-clock --yes',
  )
    .option('--yes', 'really: events keep that time until the clock has come there')
    .action((options: { json?: boolean; yes?: boolean }) => {
      confirmed(options.yes, 'Events will be recorded at the last time in the log until the clock has come there.');
      return run(options, acceptClock);
    });
};
