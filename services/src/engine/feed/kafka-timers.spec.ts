import { describe, expect, it } from '@jest/globals';
import { createRequire } from 'node:module';
import './kafka-timers.ts';

interface Queue {
  throttleCheckTimeoutId: NodeJS.Timeout | null;
  push(request: object): void;
  fulfillRequest(response: object): void;
  maybeThrottle(ms: number): void;
  checkPendingRequests(): void;
  destroy(): void;
}

const RequestQueue = createRequire(import.meta.url)('kafkajs/src/network/requestQueue/index.js') as new (options: object) => Queue;

/** A queue that sends one request at a time, what it sent, and whether its next check is scheduled. */
const queued = () => {
  const logger = { debug: () => {}, warn: () => {} };
  const queue = new RequestQueue({ maxInFlightRequests: 1, requestTimeout: 1_000, clientId: 'c', broker: 'b', logger });
  const sent: number[] = [];
  return {
    queue,
    sent,
    ask: (correlationId: number) => {
      const entry = { correlationId, resolve: () => {}, reject: () => {} };
      queue.push({ entry, expectResponse: true, sendRequest: () => sent.push(correlationId) });
    },
    looksAgain: () => queue.throttleCheckTimeoutId !== null,
  };
};

describe('a queue of requests to Kafka', () => {
  it('has no timer while it is idle', () => {
    const { queue, looksAgain } = queued();
    queue.checkPendingRequests();
    expect(looksAgain()).toBe(false);
  });

  it('has a timer while a request waits, which is sent when the one before it is answered', () => {
    const { queue, sent, ask, looksAgain } = queued();
    ask(1);
    ask(2);
    expect([sent, looksAgain()]).toEqual([[1], true]);
    queue.fulfillRequest({ correlationId: 1, payload: null, size: 0 });
    expect(sent).toEqual([1, 2]);
    queue.destroy();
  });

  it('has a timer while the broker throttles it', () => {
    const { queue, looksAgain } = queued();
    queue.maybeThrottle(1_000);
    queue.checkPendingRequests();
    expect(looksAgain()).toBe(true);
    queue.destroy();
  });
});
