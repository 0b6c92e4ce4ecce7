import { expect, it } from '@jest/globals';
import { createPublicKey, verify } from 'node:crypto';
import { signHead } from '../../../../services/src/heads/signature.ts';
import { statementOf } from './statement.ts';

it('holds the head that operators compare, and a signature that anybody can verify with what stands in it', () => {
  const head = { ...signHead(Buffer.alloc(32, 7), 41, 'ab'.repeat(32)), signedAt: '2026-01-01T00:00:00.000Z' };
  const { affiliate, balance, at, head: shown, signed } = statementOf({ id: 'a1', username: 'anna' }, -12.5, head, '2026-01-02T00:00:00.000Z'); // prettier-ignore
  expect({ affiliate, balance, at, shown }).toEqual({
    affiliate: { id: 'a1', username: 'anna' },
    balance: -12.5,
    at: '2026-01-02T00:00:00.000Z',
    shown: { position: 41, hash: 'ab'.repeat(32) },
  });
  const key = createPublicKey({ key: Buffer.from(signed.publicKey, 'base64'), format: 'der', type: 'spki' });
  expect(verify(null, Buffer.from(signed.text), key, Buffer.from(signed.signature, 'base64'))).toBe(true);
  expect(verify(null, Buffer.from(`${signed.text}0`), key, Buffer.from(signed.signature, 'base64'))).toBe(false);
});
