import { describe, expect, it } from '@jest/globals';
import { createPublicKey, verify } from 'node:crypto';
import { publicKeyOf } from './signing.ts';
import { checkpointText, signedNote, verifierKey } from './notes.ts';

/** SubjectPublicKeyInfo of an Ed25519 key, before its 32 bytes. */
const PREFIX = Buffer.from('302a300506032b6570032100', 'hex');
const spki = (raw: Buffer) => Buffer.concat([PREFIX, raw]);
const seed = Buffer.alloc(32, 7);

describe('signed notes', () => {
  it('write a verifier key as c2sp.org/signed-note does in its example', () => {
    const published = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
    const raw = Buffer.from(published.split('+')[2]!, 'base64').subarray(1);
    expect(verifierKey('example.com/foo', spki(raw).toString('base64'))).toBe(published);
  });

  it('sign the text up to the empty line, after the id of the key', () => {
    const text = checkpointText({ origin: 'shop.example/log', size: 7, root: Buffer.alloc(32, 1) });
    expect(text.split('\n')).toEqual(['shop.example/log', '7', Buffer.alloc(32, 1).toString('base64'), '']);
    const note = signedNote(text, 'shop.example/log', seed);
    const [signed, line] = [note.slice(0, note.indexOf('\n\n') + 1), note.slice(note.indexOf('\n\n') + 2)];
    expect(signed).toBe(text);
    const [, name, encoded] = /^— (\S+) (\S+)\n$/.exec(line)!;
    const bytes = Buffer.from(encoded!, 'base64');
    const [, id, key] = verifierKey('shop.example/log', publicKeyOf(seed)).split('+');
    expect([name, bytes.subarray(0, 4).toString('hex')]).toEqual(['shop.example/log', id]);
    const publicKey = createPublicKey({ key: spki(Buffer.from(key!, 'base64').subarray(1)), format: 'der', type: 'spki' });
    expect(verify(null, Buffer.from(text), publicKey, bytes.subarray(4))).toBe(true);
  });
});
