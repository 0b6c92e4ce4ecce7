import { minimalHeaders } from '../../http/security-headers.ts';
import { type LiveUpdate, refusals } from '@framelift/contracts';
import { Controller, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type Account, ACCOUNT_FINDER, type AccountFinder, bearerOf, type SignedRequest, Who } from '../../http/allow.ts';
import { Answers } from '../../http/answers.ts';
import type { Config } from '../../platform/config.ts';
import { CONFIG } from '../../platform/tokens.ts';
import { Refused } from '../../platform/refused.ts';
import { Live } from './live.ts';

/** Keeps proxies from closing a quiet stream, and is when the account is looked at again, ms. */
const HEARTBEAT_MS = 15_000;
/** How soon a stream ends after its session, which no event may tell, ms. */
const SESSION_MS = 1_000;
/** Bytes that may wait for a slow reader. */
const MAX_WAITING_BYTES = 64 * 1024;

/** A stream of updates, read by fetch, since an EventSource cannot carry the bearer header. It ends with the session. */
@Controller()
export class LiveController {
  constructor(
    private readonly live: Live,
    @Inject(ACCOUNT_FINDER) private readonly accounts: AccountFinder,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Answers('GET /api/live')
  async stream(@Who() account: Account, @Req() request: SignedRequest, @Res() reply: FastifyReply): Promise<void> {
    if (this.live.isFull(account)) throw new Refused(refusals.tooManyRequests, 'tooMany');
    const { raw } = reply.hijack();
    const token = bearerOf(request)!;
    raw.writeHead(200, {
      ...minimalHeaders(this.config),
      'Request-Id': request.id,
      'Content-Type': 'text/event-stream',
      'X-Accel-Buffering': 'no',
    });
    const end = () => void raw.end();
    // HEAD has no body to wait for.
    if (request.method === 'HEAD') return end();
    const write = (text: string) => {
      raw.write(text);
      // Drop slow readers; the site connects again and asks for what it missed.
      if (raw.writableLength > MAX_WAITING_BYTES) raw.destroy();
    };
    // Says that the session is over, so that the screen need not ask.
    const over = () => {
      write('event: ended\ndata: {}\n\n');
      end();
    };
    const isOpen = () => this.accounts.byToken(token).catch((error: unknown) => (error instanceof Refused ? over() : end()));
    const subscriber = { account, send: (update: LiveUpdate) => write(`data: ${JSON.stringify(update)}\n\n`), end, changed: isOpen };
    // Before the first wait, so that a client that hangs up meanwhile is unsubscribed.
    const heartbeat = setInterval(() => {
      write(': still here\n\n');
      void isOpen();
    }, HEARTBEAT_MS);
    const session = setInterval(() => {
      // A database that is away is no end of a session.
      this.accounts.hasSession(token).then(
        (goesOn) => goesOn || over(),
        () => undefined,
      );
    }, SESSION_MS);
    const leave = () => {
      clearInterval(heartbeat);
      clearInterval(session);
      this.live.leave(subscriber);
    };
    raw.on('close', leave);
    const position = await this.live.subscribe(subscriber).catch(end);
    if (raw.destroyed) return leave();
    write(': connected\n\n');
    // Every later event is sent; the client compares what it already shows.
    if (position !== undefined) subscriber.send({ position, events: [] });
    // A client that went away leaves a half-open connection, which would keep the process from draining.
    raw.socket?.once('end', () => raw.destroy());
  }
}
