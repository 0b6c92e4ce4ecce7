import { Reply } from './reply.ts';

const KEPT_MS = 1_000;

/** One answer for all who ask within a second, and for whom it shows all that they have seen. */
export class KeptAnswer<T> {
  private last?: { position: number; at: number; answer: Promise<Reply<T>> };

  constructor(
    private readonly make: () => Promise<T>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** `position`: what an answer made now shows at least; `seen`: what it must show. */
  get(position: number, seen = 0): Promise<Reply<T>> {
    const { last } = this;
    if (last && last.position >= seen && this.now() - last.at < KEPT_MS) return last.answer;
    const made = { position, at: this.now(), answer: this.make().then((body) => new Reply(body, position)) };
    this.last = made;
    made.answer.catch(() => {
      if (this.last === made) this.last = undefined;
    });
    return made.answer;
  }
}
