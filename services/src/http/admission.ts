import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import { errorView, calls, laneOf, pathPattern, refusals } from '@framelift/contracts';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../platform/config.ts';
import type { Metrics } from '../observing/metrics.ts';
import { minimalHeaders } from './security-headers.ts';

/** Requests in work at once; more of them would slow down all. */
export const MAX_WORKING = 64;
/** Admitted requests without an answer yet; more get 503. */
const MAX_ADMITTED = 512;
/** A request that takes longer waits for something else and gives up its slot. */
const SLOT_TIMEOUT_MS = 250;
/** Seconds until it is worth trying again. */
const RETRY_AFTER_SECONDS = 1;
/** How long a client may take to send headers, and the whole request (a proof of 2 MB from a phone). */
const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 60_000;

const UNLIMITED = new RegExp(pathPattern(calls, (call) => laneOf(call) === 'unlimited'));
const RESERVED = new RegExp(pathPattern(calls, (call) => laneOf(call) === 'reserved'));

/** A bounded number of requests. */
class Lane {
  private inside = 0;
  private working = 0;
  private readonly waiting = new Set<() => void>();

  get full(): boolean {
    return this.inside >= MAX_ADMITTED;
  }

  /** Resolves when it is this request's turn. `left` is called once it is answered, or given up. */
  async enter(left: (leave: () => void) => void): Promise<void> {
    this.inside++;
    const { promise: turn, resolve } = Promise.withResolvers<void>();
    let release: (() => void) | undefined;
    const begin = () => {
      this.working++;
      const timeout = setTimeout(() => release?.(), SLOT_TIMEOUT_MS);
      release = () => {
        release = undefined;
        clearTimeout(timeout);
        this.working--;
        const [next] = this.waiting;
        if (!next || this.working >= MAX_WORKING) return;
        this.waiting.delete(next);
        next();
      };
      resolve();
    };
    let here = true;
    left(() => {
      if (!here) return;
      here = false;
      this.inside--;
      this.waiting.delete(begin);
      release?.();
      resolve();
    });
    if (this.working < MAX_WORKING) begin();
    else this.waiting.add(begin);
    await turn;
  }
}

/** Bounds the requests in work: some wait, the rest get 503 at once. Store and admins have a lane that visitors cannot fill. */
export class AdmissionControl {
  private readonly visitors = new Lane();
  private readonly reserved = new Lane();

  constructor(
    private readonly config: Config,
    /** Asked for late: the server is made before what it measures with. */
    private readonly metrics: () => Metrics,
  ) {}

  /** Before the framework: turning away must cost next to nothing, or that alone would keep the process busy. */
  readonly serverFactory = (handler: RequestListener, options: ServerOptions): Server => {
    const body = JSON.stringify(errorView(refusals.busy));
    const about = {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      'Retry-After': RETRY_AFTER_SECONDS,
    };
    // As a list, and without a date: Node writes those as they are (a third of the whole answer's cost).
    const headers = Object.entries({ ...minimalHeaders(this.config), ...about }).flatMap(([name, value]) => [name, String(value)]);
    const turnAway = (response: ServerResponse) => {
      this.metrics().turnedAway.inc();
      response.sendDate = false;
      response.writeHead(503, [...headers, 'Request-Id', randomUUID()]).end(body);
    };
    const timeouts = { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS, connectionsCheckingInterval: 5_000 };
    const server = createServer(timeouts, (request, response) =>
      this.laneAt(request.url)?.full ? turnAway(response) : handler(request, response),
    );
    server.keepAliveTimeout = options.keepAliveTimeout ?? server.keepAliveTimeout;
    return server;
  };

  /** Counts from the whole request to the whole answer: slow clients take no room. */
  install(fastify: FastifyInstance): void {
    const leaving = new WeakMap<object, () => void>();
    fastify.addHook('preValidation', async (request, reply) => {
      await this.laneAt(request.url)?.enter((leave) => {
        leaving.set(request, leave);
        reply.raw.once('close', leave);
      });
      // A client that hung up needs no answer.
      if (reply.raw.destroyed) return reply.hijack();
      return undefined;
    });
    fastify.addHook('onSend', async (request) => leaving.get(request)?.());
  }

  /** Undefined: always let in. Live updates never end, and who looks whether the process is well must get an answer. */
  private laneAt(url = ''): Lane | undefined {
    const [path] = url.split('?', 1);
    if (UNLIMITED.test(path!)) return undefined;
    return RESERVED.test(path!) ? this.reserved : this.visitors;
  }
}
