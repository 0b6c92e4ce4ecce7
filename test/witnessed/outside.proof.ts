import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { visitsStream } from '../../contracts/src/index.ts';
import { Checkpoints } from '../../services/src/engine/tree/checkpoints.ts';
import { Witnesses } from '../../services/src/engine/tree/witnesses.ts';
import { checkpointText, signedNote, verifierKey } from '../../services/src/platform/notes.ts';
import { publicKeyOf } from '../../services/src/platform/signing.ts';
import { atProof, noteForProof } from '../support/counts.ts';
import { visitTracked } from '../support/facts.ts';
import { builtGo, noGoBecause } from '../support/go-program.ts';
import { append } from '../support/history.ts';
import { sold } from '../support/sales.ts';
import { skipReason } from '../support/skip-reason.ts';
import { type App, startApp } from '../support/system.ts';
import { type LiteWitness, noLiteWitnessBecause, startLiteWitness } from './lite-witness.ts';
import { type RunningWitness, startWitness } from './witness.ts';

const reason = noGoBecause();
const titled = skipReason(reason);
const EVENTS = atProof(70_000, 1_000, 'events of a running system, read with Go’s sumdb packages');
const ORIGIN = 'shop.example/log';
let app: App;
let folder: string;
let check: string;
let key: string;
let ours: RunningWitness;
let theirs: LiteWitness | undefined;
/** `size root` of checkpoints on the way. */
const earlier: string[] = [];

const checkpoints = () => app.api.get(Checkpoints);
const published = async () => (await fetch(`${app.url}/log/checkpoint`)).text();
/** Not in this process, which serves it. */
const checked = async (cosigners: readonly string[], lines = earlier): Promise<string> => {
  const running = promisify(execFile)(check, [`${app.url}/log`, key, ...cosigners]);
  running.child.stdin!.end(lines.map((line) => `${line}\n`).join(''));
  return (await running.catch((error: { stdout: string }) => Promise.reject(new Error(error.stdout)))).stdout;
};
/** Asks all witnesses, as the server does. */
const asked = async () => {
  const witnesses = app.api.get(Witnesses);
  for (const witness of witnesses.configured) await witnesses.ask(witness);
  return witnesses.list();
};
/** Shows a witness a history that we sign and that is not ours. */
const forked = async (setting: string, old: number) => {
  const text = checkpointText({ origin: ORIGIN, size: old, root: Buffer.alloc(32, 1) });
  const body = `old ${old}\n\n${signedNote(text, ORIGIN, app.system.secrets.headSigning)}`;
  return (await fetch(`${setting.split(' ')[0]}/add-checkpoint`, { method: 'POST', body })).status;
};

(reason ? describe.skip : describe)(titled('programs that are not ours'), () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'framelift-outside-'));
    check = builtGo(join(import.meta.dirname, 'check'));
    key = verifierKey(ORIGIN, publicKeyOf(Buffer.alloc(32, 0x44)));
    ours = await startWitness(folder, [key]);
    theirs = noLiteWitnessBecause() ? undefined : await startLiteWitness(folder, key);
    app = await startApp({ PUBLIC_URL: 'https://shop.example', WITNESSES: [ours, theirs].flatMap((one) => one?.setting ?? []).join() });
    for (let n = 0; n < EVENTS;) {
      const some = Math.min(500, EVENTS - n);
      await append(
        app.system,
        visitsStream(`v${n % 13}`),
        Array.from({ length: some }, () => visitTracked()),
      );
      n += some;
      if (n % 7_500 >= 500 && n < EVENTS) continue;
      await checkpoints().run();
      const [, size, root] = (await published()).split('\n');
      earlier.push(`${size} ${root}`);
    }
  });
  afterAll(async () => {
    await theirs?.stop();
    await ours?.stop();
    await app?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('Go’s note and tlog verify checkpoint, tiles, entries, inclusion and consistency', async () => {
    const said = await checked([]);
    noteForProof(said.trim());
    expect(said).toMatch(new RegExp(`^\\d+ events, \\d+ tiles, \\d+ inclusions, ${earlier.length} earlier checkpoints, 1 signatures\n$`));
    expect(Number(said.split(' ')[0])).toBeGreaterThanOrEqual(EVENTS);
  });

  it('Go’s packages refuse another root, so they can', async () => {
    const [size] = earlier[0]!.split(' ');
    await expect(checked([], [`${size} ${Buffer.alloc(32, 1).toString('base64')}`])).rejects.toThrow();
  });

  it('Go verifies the cosignature of the witness that we ship, and that one refuses another history', async () => {
    await checkpoints().run();
    const [own] = await asked();
    expect(own).toMatchObject({ error: null, size: expect.any(Number) });
    expect(await checked([ours.key])).toContain('2 signatures');
    expect(await forked(ours.setting, own!.size!)).toBe(422);
    expect(await forked(ours.setting, own!.size! - 1)).toBe(409);
  });

  (noLiteWitnessBecause() ? it.skip : it)(
    skipReason(noLiteWitnessBecause())('a public witness cosigns checkpoints as the log grows, and refuses another history'),
    async () => {
      const [, first] = await asked();
      expect(first).toMatchObject({ error: null, size: expect.any(Number) });
      const affiliate = await app.affiliate('zoe');
      for (let n = 0; n < 5; n++) await sold(app.system.log, affiliate.id, 10_00, `z${n}`);
      await checkpoints().run();
      const [, second] = await asked();
      expect(second!.error).toBeNull();
      expect(second!.size).toBeGreaterThan(first!.size!);
      expect(await checked([ours.key, theirs!.setting.split(' ')[1]!])).toContain('3 signatures');
      expect(await forked(theirs!.setting, second!.size!)).toBe(422);
      noteForProof(`a public witness cosigned ${first!.size} and ${second!.size} events`);
    },
  );
});
