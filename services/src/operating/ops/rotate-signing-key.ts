import { fact, programmeStream } from '@framelift/contracts';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { Streams } from '../../engine/log/deciding/streams.ts';
import { Origins } from '../../engine/tree/origins.ts';
import { bytesOf } from '../../platform/config.ts';
import { keepFile } from '../../platform/kept-file.ts';
import { rotationText, signedBoth, signedNote, verifierKey } from '../../platform/notes.ts';
import { createPatientClient } from '../../platform/pg.ts';
import { publicKeyOf } from '../../platform/signing.ts';
import { CLOCK, CONFIG, OWNER_URL, POOL, SECRETS } from '../../platform/tokens.ts';
import { addCommand, type Group } from './program.ts';
import { confirmed, type Get, operatorMeta, type Result, WrongUse } from './result.ts';
import { refuseCompany } from './rotate-keys.ts';

const NAME = 'HEAD_SIGNING_KEY';

/** The old key signs for the new one, in the log, so that saves from before are still compared. */
async function rotate(get: Get): Promise<Result> {
  const given = process.env[`NEW_${NAME}`];
  const file = join(get(CONFIG).dataDir, 'secrets.json');
  const isInFile = !process.env[NAME] && existsSync(file);
  if (!isInFile && !given) throw new WrongUse(`${NAME} comes from the environment: set the next one as NEW_${NAME}`);
  const seed = bytesOf(`NEW_${NAME}`, given ?? randomBytes(32).toString('hex'));
  const old = get(SECRETS).headSigning;
  if (seed.equals(old)) throw new WrongUse(`NEW_${NAME} is the key that signs now: give another one`);
  const client = createPatientClient(get(OWNER_URL));
  await client.connect();
  try {
    await refuseCompany(client, get(POOL));
  } finally {
    await client.end();
  }
  const origin = await get(Origins).now();
  const [from, to] = [old, seed].map((one) => verifierKey(origin, publicKeyOf(one))) as [string, string];
  const text = rotationText({ origin, from, to, at: new Date(get(CLOCK)()).toISOString() });
  const note = signedBoth(signedNote(text, origin, old), signedNote(text, origin, seed));
  // Saved before the event: otherwise a crash in between would lose the key that the log names.
  if (isInFile)
    keepFile(`${file}.next`, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), [NAME]: seed.toString('hex') }, null, 2));
  const { position } = await get(Streams).recordFacts(programmeStream, [fact('SigningKeyRotated', { note })], operatorMeta(get));
  if (isInFile) renameSync(`${file}.next`, file);
  const where = isInFile ? `The new key is in ${file}` : `Set ${NAME} to the value of NEW_${NAME}`;
  return {
    ok: true,
    json: { ok: true, position, from, to },
    text: `${where}; start Framelift again. Publish its verifier key, and give it to each witness:\n${to}`,
  };
}

export const signingKeyCommand: Group = (program, run) => {
  addCommand(
    program,
    'rotate-signing-key',
    'Replaces the key that signs checkpoints, heads and statements. The old key signs for the new one. Framelift must be stopped.',
    'rotate-signing-key --yes',
  )
    .option('--yes', 'confirm: the old key signs nothing any more')
    .action(({ yes }: { yes?: boolean }) => {
      confirmed(yes, 'Checkpoints, heads and statements will be signed by a new key.');
      return run(rotate);
    });
};
