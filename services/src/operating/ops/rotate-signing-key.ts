import { fact, programmeStream } from '@framelift/contracts';
import { Streams } from '../../engine/log/deciding/streams.ts';
import { Origins } from '../../engine/tree/origins.ts';
import { bytesOf } from '../../platform/config.ts';
import { rotationText, signedBoth, signedNote, verifierKey } from '../../platform/notes.ts';
import { createPatientClient } from '../../platform/pg.ts';
import { publicKeyOf } from '../../platform/signing.ts';
import { CLOCK, OWNER_URL, POOL, SECRETS } from '../../platform/tokens.ts';
import { nextSecret } from './next-secret.ts';
import { addCommand, type Group } from './program.ts';
import { confirmed, type Get, operatorMeta, type Result, WrongUse } from './result.ts';
import { refuseCompany } from './rotate-keys.ts';

const NAME = 'HEAD_SIGNING_KEY';

/** The old key signs for the new one, in the log, so that saves from before are still compared. */
async function rotate(get: Get): Promise<Result> {
  const { value, file, where } = nextSecret(get, NAME);
  const seed = bytesOf(`NEW_${NAME}`, value);
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
  file?.keepNext({ [NAME]: value });
  const { position } = await get(Streams).recordFacts(programmeStream, [fact('SigningKeyRotated', { note })], operatorMeta(get));
  file?.replace();
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
