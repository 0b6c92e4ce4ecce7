import { createRequire } from 'node:module';

interface RequestQueue {
  pending: unknown[];
  throttledUntil: number;
  scheduleCheckPendingRequests(): void;
}

/** kafkajs publishes neither this file nor its type. */
const load = createRequire(import.meta.url);
const { prototype } = load('kafkajs/src/network/requestQueue/index.js') as { prototype: RequestQueue };
const schedule = prototype.scheduleCheckPendingRequests;

// An idle kafkajs queue schedules its next check in the past, every millisecond. Only a queued request should schedule it.
prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
  if (this.pending.length > 0 || this.throttledUntil > Date.now()) schedule.call(this);
};
