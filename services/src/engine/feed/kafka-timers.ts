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

// An idle queue of kafkajs looks at itself again at a time in the past, every millisecond. A request in it schedules the next look.
prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
  if (this.pending.length > 0 || this.throttledUntil > Date.now()) schedule.call(this);
};
