import { expect, it } from '@jest/globals';
import { EventEmitter } from 'node:events';
import type { Client } from 'pg';
import { LogWakeup } from './log-wakeup.ts';

it('stops while its connection is still opening', async () => {
  const opening = Promise.withResolvers<void>();
  const ended: boolean[] = [];
  const client = Object.assign(new EventEmitter(), {
    connect: () => opening.promise,
    query: async () => {},
    end: async () => void ended.push(true),
  });
  const wakeup = new LogWakeup({ connectionString: '', newClient: () => client as unknown as Client, onError: () => {} });
  const { signal } = new AbortController();
  void wakeup.wait(0, 1, signal);
  const stopped = wakeup.stop();
  opening.resolve();
  await stopped;
  expect(ended).toEqual([true]);
});
