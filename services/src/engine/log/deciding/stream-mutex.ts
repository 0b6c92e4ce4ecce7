/** Runs work on the same streams in order within this process. Without it, each round of conflicts would repeat all commands but one. */
export class StreamMutex {
  private readonly last = new Map<string, Promise<unknown>>();

  async take<T>(streamIds: readonly string[], work: () => Promise<T>): Promise<T> {
    // All places are taken in one turn of the event loop, so two commands can never wait for each other.
    const before = streamIds.map((id) => this.last.get(id));
    const mine = Promise.all(before).then(work);
    const settled = mine.catch(() => undefined);
    for (const id of streamIds) this.last.set(id, settled);
    try {
      return await mine;
    } finally {
      for (const id of streamIds) if (this.last.get(id) === settled) this.last.delete(id);
    }
  }
}
