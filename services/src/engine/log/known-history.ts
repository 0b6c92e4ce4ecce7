import type { Head } from './calls.ts';

/** Called with the furthest event that was known and the head that the log has instead; `known` is undefined where nothing was. */
export type OnLost = (known: Head, actual: Head) => void;

/**
 * What this process has seen of the log: the furthest event that it read or appended. A hash covers all events before it, so
 * while that one event is in the log, so is everything that was read before. Where it is not, the database lost commits (a
 * restore, a failover to a late replica): a new history begins, and all that was kept from reading is dropped by its keeper.
 */
export class KnownHistory {
  /** Rises with each loss. */
  history = 1;
  head: Head | undefined;
  private readonly listeners: OnLost[] = [];

  onLost(listener: OnLost): void {
    this.listeners.push(listener);
  }

  note(head: Head): void {
    if (head.position > (this.head?.position ?? -1)) this.head = head;
  }

  lost(actual: Head): void {
    const known = this.head;
    if (!known) return;
    this.history++;
    this.head = undefined;
    for (const listener of this.listeners) listener(known, actual);
  }
}
