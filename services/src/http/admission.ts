import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import { errorView, calls, laneOf, pathPattern, refusals } from '@framelift/contracts';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../platform/config.ts';
import type { Metrics } from '../observing/metrics.ts';
import { minimalHeaders } from './security-headers.ts';

/** Requests in progress; more would slow down all. */
export const MAX_WORKING = 64;
/** Admitted requests without a response; more get 503. */
const MAX_ADMITTED = 512;
/** A request that takes longer waits for another system and frees its slot. */
const SLOT_TIMEOUT_MS = 250;
/** Seconds until a retry. */
const RETRY_AFTER_SECONDS = 1;
/** How long a client may take to send headers, and the whole request (a proof of 2 MB from a phone). */
const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 60_000;

const UNLIMITED = new RegExp(pathPattern(calls, (call) => laneOf(call) === 'unlimited'));
const RESERVED = new RegExp(pathPattern(calls, (call) => laneOf(call) === 'reserved'));

/** A limited number of requests. */
class Lane {
  private inside = 0;
  private working = 0;
  private readonly waiting = new Set<() => void>();

  get full(): boolean {
    return this.inside >= MAX_ADMITTED;
  }

  /** Resolves when it is this request's turn. `left` is called once it is answered or abandoned. */
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

/** Limits the requests in progress: some queue, the rest get 503 immediately. Store and admins have lanes that visitors cannot fill. */
export class AdmissionControl {
  private readonly visitors = new Lane();
  private readonly reserved = new Lane();

  constructor(
    private readonly config: Config,
    /** Resolved late: the server is created before its metrics. */
    private readonly metrics: () => Metrics,
  ) {}

  /** Before the framework: a refusal must cost almost nothing, or refusals alone would keep the process busy. */
  readonly serverFactory = (handler: RequestListener, options: ServerOptions): Server => {
    const body = JSON.stringify(errorView(refusals.busy));
    const about = {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      'Retry-After': RETRY_AFTER_SECONDS,
    };
    // As a list, and without a date: Node writes those unchanged, which saves a third of the response's cost.
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

  /** Counts from the complete request to the complete response: slow clients take no slot. */
  install(fastify: FastifyInstance): void {
    const leaving = new WeakMap<object, () => void>();
    fastify.addHook('preValidation', async (request, reply) => {
      await this.laneAt(request.url)?.enter((leave) => {
        leaving.set(request, leave);
        reply.raw.once('close', leave);
      });
      // A client that disconnected needs no response.
      if (reply.raw.destroyed) return reply.hijack();
      return undefined;
    });
    fastify.addHook('onSend', async (request) => leaving.get(request)?.());
  }

  /** Undefined: always admitted. Live updates never end, and health checks must get a response. */
  private laneAt(url = ''): Lane | undefined {
    const [path] = url.split('?', 1);
    if (UNLIMITED.test(path!)) return undefined;
    return RESERVED.test(path!) ? this.reserved : this.visitors;
  }
}
