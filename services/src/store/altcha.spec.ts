import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { type Challenge, createChallenge, type Solution, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as fc from 'fast-check';
import { freshDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { Altcha } from './altcha.ts';

const secret = randomBytes(32);
let db: TestDatabase;
let altcha: Altcha;
beforeAll(async () => {
  db = await freshDatabase();
  altcha = new Altcha(db.pool, secret, Date.now);
  altcha.work = { cost: 2, most: 9, least: 3 };
});
afterAll(() => db.close());

const MINUTE = 60_000;
const proofOf = (challenge: Challenge, solution: Solution | null) =>
  Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
const solve = async (challenge: Challenge) => proofOf(challenge, await solveChallenge({ challenge, deriveKey }));

describe('a proof of work', () => {
  it('is accepted for its own form, and takes hundreds of tries of a thousand iterations', async () => {
    const shipped = new Altcha(db.pool, secret, Date.now);
    const challenge = await shipped.challenge('checkout');
    const solution = (await solveChallenge({ challenge, deriveKey }))!;
    expect([challenge.parameters.cost, solution.counter >= 300, solution.counter <= 900]).toEqual([1_000, true, true]);
    expect(await shipped.accept(proofOf(challenge, solution), 'checkout')).toBe(true);
  });

  it('is accepted once', async () => {
    const proof = await solve(await altcha.challenge('checkout'));
    expect(await altcha.accept(proof, 'checkout')).toBe(true);
    expect(await altcha.accept(proof, 'checkout')).toBe(false);
  });

  it('is accepted once of fifty concurrent copies, in any encoding', async () => {
    const challenge = await altcha.challenge('checkout');
    const solution = (await solveChallenge({ challenge, deriveKey }))!;
    const accepted = await Promise.all(
      Array.from({ length: 50 }, (_, i) => altcha.accept(proofOf(challenge, { ...solution, time: i }), 'checkout')),
    );
    expect(accepted.filter(Boolean)).toHaveLength(1);
  });

  it('is refused for another form', async () =>
    expect(await altcha.accept(await solve(await altcha.challenge('newsletter')), 'checkout')).toBe(false));

  it('is refused when its form was changed afterwards', async () => {
    const challenge = await altcha.challenge('newsletter');
    const solution = await solveChallenge({ challenge, deriveKey });
    challenge.parameters.data = { form: 'checkout' };
    expect(await altcha.accept(proofOf(challenge, solution), 'checkout')).toBe(false);
  });

  it('is refused after it expired', async () => {
    const slow = new Altcha(db.pool, secret, () => Date.now() - 11 * MINUTE);
    expect(await altcha.accept(await solve(await slow.challenge('checkout')), 'checkout')).toBe(false);
  });

  it('is refused without its expiry', async () => {
    const challenge = await altcha.challenge('checkout');
    const solution = await solveChallenge({ challenge, deriveKey });
    delete challenge.parameters.expiresAt;
    expect(await altcha.accept(proofOf(challenge, solution), 'checkout')).toBe(false);
  });

  it('is refused when any part of its challenge was replaced, even with new work', async () => {
    const other = await altcha.challenge('checkout');
    const parts: Record<string, unknown> = {
      salt: other.parameters.salt,
      nonce: other.parameters.nonce,
      cost: 1,
      keyPrefix: other.parameters.keyPrefix,
      keySignature: other.parameters.keySignature,
      keyLength: 1,
      algorithm: 'SHA-256',
      expiresAt: Date.now() + 10 * 365 * 24 * 60 * MINUTE,
      data: { form: 'checkout', more: 1 },
    };
    for (const [part, value] of Object.entries(parts)) {
      const challenge = await altcha.challenge('checkout');
      const solution = await solveChallenge({ challenge, deriveKey });
      const spliced = { ...challenge, parameters: { ...challenge.parameters, [part]: value } } as Challenge;
      const again = await solveChallenge({ challenge: spliced, deriveKey, timeout: 100 }).catch(() => null);
      for (const [how, proof] of [
        ['as it was', solution],
        ['done again', again],
      ] as const)
        expect([part, how, await altcha.accept(proofOf(spliced, proof), 'checkout')]).toEqual([part, how, false]);
      expect([part, await altcha.accept(proofOf({ ...spliced, signature: other.signature! }, solution), 'checkout')]).toEqual([
        part,
        false,
      ]);
    }
  });

  it('is refused with the signature or the solution of another challenge', async () => {
    const [one, other] = [await altcha.challenge('checkout'), await altcha.challenge('checkout')];
    const [mine, theirs] = await Promise.all([one, other].map((challenge) => solveChallenge({ challenge, deriveKey })));
    expect(await altcha.accept(proofOf(one, theirs!), 'checkout')).toBe(false);
    expect(await altcha.accept(proofOf({ ...one, signature: other.signature! }, mine!), 'checkout')).toBe(false);
    expect(await altcha.accept(proofOf(one, mine!), 'checkout')).toBe(true);
  });

  it('is refused without work: the prefix in the challenge is not the key', async () => {
    const challenge = await altcha.challenge('checkout');
    const { keyPrefix, keyLength } = challenge.parameters;
    const padded = keyPrefix.padEnd(keyLength * 2, '0');
    for (const derivedKey of [keyPrefix, padded, challenge.parameters.keySignature!, ''])
      expect(await altcha.accept(proofOf(challenge, { counter: 500, derivedKey }), 'checkout')).toBe(false);
  });

  it('is refused when another party made the challenge', async () => {
    const forged = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: 1,
      counter: 1,
      deriveKey,
      data: { form: 'checkout' },
      expiresAt: new Date(Date.now() + MINUTE),
      hmacSignatureSecret: 'theirs',
      hmacKeySignatureSecret: 'theirs too',
    });
    expect(await altcha.accept(await solve(forged), 'checkout')).toBe(false);
    delete forged.signature;
    expect(await altcha.accept(await solve(forged), 'checkout')).toBe(false);
  });

  it('is refused, without a fault, when it is anything else', () =>
    fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.json().map((j) => Buffer.from(j).toString('base64')),
        ),
        async (proof) => {
          expect(await altcha.accept(proof, 'checkout')).toBe(false);
        },
      ),
    ));

  it('is dropped only once its age refuses it', async () => {
    const proof = await solve(await altcha.challenge('checkout'));
    await altcha.accept(proof, 'checkout');
    await altcha.purge();
    expect(await altcha.accept(proof, 'checkout')).toBe(false);
    await new Altcha(db.pool, secret, () => Date.now() + 21 * MINUTE).purge();
    expect((await db.pool.query('select from store.used_challenges')).rowCount).toBe(0);
  });
});
