import { Readable } from 'node:stream';
import { type BeforeApplicationShutdown, Controller, Inject, Req, Res } from '@nestjs/common';
import { feedLimits, keyRefusals, refusals, SECOND_MS } from '@framelift/contracts';
import type { FastifyReply } from 'fastify';
import { AheadOfLog, EventFeed, type FeedPage, type FeedQuery } from '../../engine/feed/event-feed.ts';
import {
  ACCOUNT_FINDER,
  type AccountFinder,
  apiKeyOf,
  bearerOf,
  KEY_FINDER,
  type KeyFinder,
  type SignedRequest,
} from '../../http/allow.ts';
import { Answers, type QueryOf } from '../../http/answers.ts';
import { Query } from '../../http/query.ts';
import { positionFrom } from '../../http/list-query.ts';
import { Refused, refuseIf } from '../../platform/refused.ts';

/** Keeps proxies from closing a quiet stream, and is when its key is looked at again; at the same moment for all, who then share the look. */
const HEARTBEAT_MS = 15_000;
/** Requests of one key or account that wait or stream at once. */
const MAX_READERS = 200;

/** An event stream ends a position without an event in a line that only says how far it is. */
const frames = ({ events, next }: FeedPage): string => {
  const frames = events.map(({ position, text }) => `id: ${position}\ndata: ${text}\n\n`).join('');
  return next === events.at(-1)?.position ? frames : `${frames}id: ${next}\n\n`;
};

/** The public events for programs: paged, long-polled or streamed (docs/rules.md#21-the-event-feed). */
@Controller()
export class EventFeedController implements BeforeApplicationShutdown {
  private readonly readers = new Map<string, number>();

  constructor(
    private readonly feed: EventFeed,
    @Inject(ACCOUNT_FINDER) private readonly accounts: AccountFinder,
    @Inject(KEY_FINDER) private readonly keys: KeyFinder,
  ) {}

  @Answers('GET /api/feed/events')
  async events(@Query() query: QueryOf<'GET /api/feed/events'>, @Req() request: SignedRequest, @Res() reply: FastifyReply): Promise<void> {
    const streams = /\btext\/event-stream\b/.test(request.headers.accept ?? '');
    const last = request.headers['last-event-id'];
    const { after = 0, limit = feedLimits.usual, types, wait = 0, known } = query;
    const wanted: FeedQuery = {
      after: streams && typeof last === 'string' && last ? positionFrom(last) : after,
      limit,
      types: types && new Set(types),
      personal: request.key?.scopes.includes('read:personal') ?? true,
    };
    const gone = new AbortController();
    const { raw } = reply;
    this.enter((request.account ?? request.key)!.id, gone.signal);
    raw.once('close', () => gone.abort());
    if (raw.closed) gone.abort();
    // A client that went away leaves a half-open connection, which would keep the process from draining.
    const hangUp = () => void raw.destroy();
    // The answer forgets its socket once it is sent.
    const { socket } = request.raw;
    socket.once('end', hangUp);
    gone.signal.addEventListener('abort', () => socket.off('end', hangUp));
    // Before anything is sent, so that a wrong position is refused.
    refuseIf(known !== undefined && !(await this.feed.has(known)), keyRefusals.eventLost, 'conflict');
    const first = await this.page(wanted, wait, streams, gone.signal);
    if (!streams) return void reply.type('application/json; charset=utf-8').send(json(first));
    const stream = Readable.from(request.method === 'HEAD' ? [] : this.stream(first, wanted, request, gone.signal));
    void reply.headers({ 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' }).send(stream);
  }

  beforeApplicationShutdown(): void {
    this.feed.stop();
  }

  private async page(query: FeedQuery, wait: number, streams: boolean, gone: AbortSignal): Promise<FeedPage> {
    try {
      const until = performance.now() + wait * SECOND_MS;
      let page = await this.feed.read(query, wait === 0);
      // Skips unrequested events while it waits; far behind the head it reports the position.
      while (!streams && !page.events.length && page.next === page.head && !gone.aborted && !this.feed.stopped.aborted) {
        const left = until - performance.now();
        if (left <= 0) break;
        await this.feed.wait(page.next, left, gone);
        page = await this.feed.read({ ...query, after: page.next }, false);
      }
      return page;
    } catch (error) {
      if (error instanceof AheadOfLog) throw new Refused(keyRefusals.aheadOfLog(error.head), 'conflict');
      throw error;
    }
  }

  /** Ends with the session or key, with the process, or where the log lost what was read. */
  private async *stream(first: FeedPage, query: FeedQuery, request: SignedRequest, gone: AbortSignal): AsyncGenerator<string> {
    let page = first;
    // Sent at once, so that a client knows that it is connected, and where.
    yield `: connected\n\n${frames(page)}`;
    let beat = nextBeat();
    while (!gone.aborted && !this.feed.stopped.aborted) {
      const after = page.next;
      await this.feed.wait(after, beat - Date.now(), gone);
      if (Date.now() >= beat) {
        if (!(await this.isGood(request))) return;
        beat = nextBeat();
        yield ': still here\n\n';
      }
      try {
        page = await this.feed.read({ ...query, after }, false);
      } catch (error) {
        if (error instanceof AheadOfLog) return;
        throw error;
      }
      if (page.next > after) yield frames(page);
    }
  }

  private async isGood(request: SignedRequest): Promise<boolean> {
    const key = apiKeyOf(request);
    if (key) return this.keys.isGood(key);
    return this.accounts.byToken(bearerOf(request)!).then(
      () => true,
      () => false,
    );
  }

  /** Counts until the client is gone. @throws Refused: it reads in too many places */
  private enter(id: string, gone: AbortSignal): void {
    const inside = this.readers.get(id) ?? 0;
    if (inside >= MAX_READERS) throw new Refused(refusals.tooManyRequests, 'tooMany');
    this.readers.set(id, inside + 1);
    const leave = () => {
      const left = this.readers.get(id)! - 1;
      if (left) this.readers.set(id, left);
      else this.readers.delete(id);
    };
    gone.addEventListener('abort', leave, { once: true });
  }
}

const nextBeat = (): number => (Math.floor(Date.now() / HEARTBEAT_MS) + 1) * HEARTBEAT_MS;

const json = ({ events, next, head }: FeedPage): string =>
  `{"events":[${events.map(({ text }) => text).join(',')}],"next":${next},"head":${head}}`;
