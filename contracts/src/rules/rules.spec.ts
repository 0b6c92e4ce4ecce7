import { expect, it } from '@jest/globals';
import { refusals } from './refusals.ts';
import { euros, normalPassword, passwordLength, saleLimits, saleMoment, shortEuros, toEuros, toPercent, writtenWords } from './rules.ts';
import { payeeIn, shownDetails } from './payout-methods.ts';

it('writes money as screens show it', () => {
  expect([euros(29_99), euros(5), euros(-1_234_50)]).toEqual(['€29.99', '€0.05', '−€1,234.50']);
  expect([shortEuros(50_00), shortEuros(50_50)]).toEqual(['€50', '€50.50']);
});
it('gives the API decimal euros and percent', () => expect([toEuros(29_99), toPercent(12_50)]).toEqual([29.99, 12.5]));
it('says what was written as a reason, or as a note with good news', () =>
  expect([writtenWords('Twice', false), writtenWords('Well done', true)]).toEqual(['Reason: Twice', 'A note from us: Well done']));
it('pays to the first of the details, and shows the ends of an IBAN alone', () => {
  const bank = { iban: 'DE89370400440532013000', name: 'Ann' };
  expect([{ email: 'a@example.org' }, { address: 'So1' }, bank, {}].map(payeeIn)).toEqual(['a@example.org', 'So1', bank.iban, undefined]);
  expect(shownDetails(bank)).toEqual({ iban: 'DE•• •••• 3000', name: 'Ann' });
  expect(shownDetails({ email: 'a@example.org' })).toStrictEqual({ email: 'a@example.org' });
});
it('counts a password by its characters, however the keyboard composes them', () => {
  expect(normalPassword('e\u0301')).toBe('é');
  expect(passwordLength('e\u0301🎮x')).toBe(3);
});
it('has the limits that the documentation names', async () => {
  const { elsewhereSale, rules } = await import('./rules.ts');
  expect(rules.unknownCheckoutAfter).toBe(900_000);
  expect([rules.confirmedFor, rules.passwordLinkFor]).toEqual([600_000, 1_800_000]);
  expect(rules.proofImageBytes).toBe(2_097_152);
  expect(elsewhereSale.toldWithin).toBe(31_622_400_000);
});

it('accepts a sale from 2000 on, and up to five minutes ahead of the clock, which then counts as now', () => {
  const [now, first] = [Date.UTC(2026, 5, 1), Date.UTC(2000, 0, 1)];
  expect([first - 1, first, now - 1, now, now + 1, now + 300_000, now + 300_001].map((at) => saleMoment(at, now))).toEqual([
    undefined,
    first,
    now - 1,
    now,
    now,
    now,
    undefined,
  ]);
  expect(saleLimits.mostCents).toBe(1e11);
});

it('writes names and sizes into refusals, cut and without signs that cannot be seen', () => {
  expect([refusals.oneText('page'), refusals.changedMeanwhile('webhook')]).toEqual([
    'page must be one text',
    'Someone changed the webhook meanwhile. Please reload and try again',
  ]);
  expect(refusals.unknownField(`${'x'.repeat(60)}y"`)).toBe(`The field "${'x'.repeat(60)}" is not known here`);
  expect([64 * 1024, 1024 ** 2 - 1024, 1024 ** 2, 3 * 1024 ** 2].map(refusals.bodyTooLarge)).toEqual([
    'The body must be at most 64 KiB',
    'The body must be at most 1023 KiB',
    'The body must be at most 1 MiB',
    'The body must be at most 3 MiB',
  ]);
  expect(refusals.unprintable(['a', '\u200D', ' ', '字', '\t', 'not shown'])).toBe(
    'A document cannot show a U+200D U+0020 字 U+0009. Please use other letters',
  );
});
