import { expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { genesis, link } from './chain.ts';

const event = {
  position: 1,
  streamId: 'affiliate-a1',
  version: 1,
  id: '00000000-0000-4000-8000-000000000001',
  type: 'NameClaimed',
  schemaVersion: 1,
  recordedAt: '2026-01-01T00:00:00.000Z',
  dataText: '{"kind":"username","accountId":"affiliate-ä"}',
  metadataText: '{}',
};

it('matches the test vector, so that anyone can check an export', () => {
  const first = link(genesis, event);
  expect(first.toString('hex')).toBe(
    createHash('sha256')
      .update(Buffer.alloc(32))
      .update('1:1,12:affiliate-a1,1:1,36:00000000-0000-4000-8000-000000000001,11:NameClaimed,1:1,24:2026-01-01T00:00:00.000Z,')
      .update('46:{"kind":"username","accountId":"affiliate-ä"},2:{},')
      .digest('hex'),
  );
  expect(first.toString('hex')).toBe('ddefb88f7cfca470868530d8e29d70a1ef5ae265816ecd2c85d9db41b6d19807');
  expect(link(first, { ...event, position: 2, version: 2 }).toString('hex')).toBe(
    '191f48f3c8147fc6846666c2ffc99bbb6b2e55b45e7371531db13c7ee00d2e6b',
  );
});

it('covers the boundaries between fields', () => {
  const moved = { ...event, streamId: 'affiliate-a', version: 11 };
  expect(link(genesis, moved).equals(link(genesis, event))).toBe(false);
});
