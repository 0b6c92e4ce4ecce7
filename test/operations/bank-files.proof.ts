import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { atProof } from '../support/counts.ts';
import { ibans } from '../support/ibans.ts';
import { skipReason } from '../support/skip-reason.ts';
import { creditTransfer } from '../../services/src/programme/payouts/credit-transfer.ts';

/** ISO's schema as this package of Python has it, and a validator that knows nothing of us. */
const PACKAGES = ['sepaxml==2.7.0', 'lxml==6.1.3'];
const venv = join(import.meta.dirname, '../../.cache', PACKAGES.join('-').replaceAll('=', ''));
const python = join(venv, 'bin', 'python');
const hasPython = spawnSync('python3', ['-m', 'venv', '--help']).status === 0;
const titled = skipReason(hasPython ? undefined : 'no Python with its venv module: apt-get install python3-venv');

const JUDGE = `
import sys, pathlib, lxml.etree as xml, importlib.util
folder = pathlib.Path(importlib.util.find_spec('sepaxml').origin).parent / 'schemas'
schema = xml.XMLSchema(xml.parse(str(folder / 'pain.001.001.09.xsd')))
for file in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    print(file.name, 'valid' if schema.validate(xml.parse(str(file))) else schema.error_log.last_error.message)
`;
const RUNS = atProof(500, 500, 'files for a bank, read with ISO’s schema');

let folder: string;
/** What the validator says of each file, by its name. */
const judged = () =>
  Object.fromEntries(
    execFileSync(python, ['-c', JUDGE, folder], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]),
  );

(hasPython ? describe : describe.skip)(titled('a file for a bank'), () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'framelift-transfers-'));
    if (existsSync(python)) return;
    execFileSync('python3', ['-m', 'venv', '--clear', venv], { stdio: 'pipe' });
    execFileSync(join(venv, 'bin', 'pip'), ['install', '--quiet', '--disable-pip-version-check', ...PACKAGES], { stdio: 'inherit' });
  }, 240_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('is what ISO 20022 says, whatever people are called and are paid', async () => {
    const iban = fc.constantFrom(...ibans.good);
    const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 140 });
    const one = fc.record({ amountCents: fc.integer({ min: 1, max: 999_999_99 }), to: fc.record({ iban, name }) });
    const files = fc.sample(fc.record({ from: fc.record({ iban, name }), list: fc.array(one, { minLength: 1, maxLength: 30 }) }), RUNS);
    for (const [i, { from, list }] of files.entries()) {
      const transfers = list.map((transfer, n) => ({ ...transfer, cashoutId: `abcdefgh12345678-${n + 1}` }));
      const fields = { ...from, createdAt: '2026-11-27T10:00:00.000Z', payOn: '2026-11-30' };
      await writeFile(join(folder, `${i}.xml`), creditTransfer('run0123456789abc', fields, transfers));
    }
    const all = judged();
    expect(Object.keys(all)).toHaveLength(RUNS);
    expect(Object.entries(all).filter(([, says]) => says !== 'valid')).toEqual([]);
  }, 120_000);

  it('is found out by that schema if it is wrong', async () => {
    const right = creditTransfer(
      'run0123456789abc',
      { iban: ibans.good[0]!, name: 'A', createdAt: '2026-11-27T10:00:00.000Z', payOn: '2026-11-30' },
      [{ cashoutId: 'a-1', amountCents: 1, to: { iban: ibans.good[1]!, name: 'B' } }],
    );
    const wrong = {
      amount: right.replace('>0.01</InstdAmt>', '>0,01</InstdAmt>'),
      order: right.replace(/(<PmtMtd>.*<\/PmtMtd>)(\s*)/, '').replace('</PmtInf>', '<PmtMtd>TRF</PmtMtd></PmtInf>'),
    };
    for (const [name, xml] of Object.entries({ right, ...wrong })) await writeFile(join(folder, name), xml);
    const all = judged();
    expect(all['right']).toBe('valid');
    expect([all['amount'], all['order']]).toEqual([expect.stringContaining('0,01'), expect.stringContaining('PmtMtd')]);
  }, 60_000);
});
