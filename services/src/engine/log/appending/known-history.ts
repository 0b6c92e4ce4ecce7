import type { Head } from './calls.ts';

/** Called with the furthest event that was known and the head that the log has instead. */
export type OnLost = (known: Head, actual: Head) => void;

/** The furthest event this process saw. If the log lacks it, the database lost commits (a restore, a failover) and a new history begins. */
export class KnownHistory {
  /** Rises with each loss. */
  history = 1;
  head: Head | undefined;
  private readonly listeners: OnLost[] = [];

  onLost(listener: OnLost): void {
    this.listeners.push(listener);
  }

  /** The loss is over, and followers of the log start from their checkpoints again. */
  restart(): void {
    this.history++;
  }

  note(head: Head): void {
    if (head.position > (this.head?.position ?? -1)) this.head = head;
  }

  /** `known`: the furthest event seen, if it is not this process's head. */
  lost(actual: Head, known = this.head): void {
    if (!known) return;
    this.history++;
    this.head = undefined;
    for (const listener of this.listeners) listener(known, actual);
  }
}
