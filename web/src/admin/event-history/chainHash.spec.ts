import { expect, it } from '@jest/globals';
import { chainHash } from './chainHash.ts';

const event = {
  position: 1,
  streamId: 'affiliate-a1',
  about: null,
  version: 1,
  id: '00000000-0000-4000-8000-000000000001',
  type: 'NameClaimed',
  schemaVersion: 1,
  recordedAt: '2026-01-01T00:00:00.000Z',
  data: { kind: 'username', accountId: 'affiliate-ä' },
  metadata: {},
  hash: '',
};

it('comes to the log’s own test vector', async () => {
  const first = await chainHash('00'.repeat(32), event);
  expect(first).toBe('ddefb88f7cfca470868530d8e29d70a1ef5ae265816ecd2c85d9db41b6d19807');
  expect(await chainHash(first, { ...event, position: 2, version: 2 })).toBe(
    '191f48f3c8147fc6846666c2ffc99bbb6b2e55b45e7371531db13c7ee00d2e6b',
  );
});
