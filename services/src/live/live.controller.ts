import { Controller, Get, Inject, Module, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type Account, ACCOUNTS, type Accounts, Allow, bearerOf, type SignedRequest, Who } from '../platform/http/allow.ts';
import type { Config } from '../platform/config.ts';
import { bareHeaders } from '../platform/http/security-headers.ts';
import { CONFIG } from '../platform/tokens.ts';
import { Live } from './live.ts';

/** Keeps proxies from closing a quiet stream, and is when the session is looked at again, ms. */
const HEARTBEAT = 15_000;

/** A stream of updates, read by fetch, since an EventSource cannot carry the bearer header. It ends with the session. */
@Controller('api/live')
export class LiveController {
  constructor(
    private readonly live: Live,
    @Inject(ACCOUNTS) private readonly accounts: Accounts,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @Allow('account')
  async stream(@Who() account: Account, @Req() request: SignedRequest, @Res() reply: FastifyReply): Promise<void> {
    const { raw } = reply.hijack();
    const token = bearerOf(request)!;
    raw.writeHead(200, { ...bareHeaders(this.config), 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' });
    const end = () => void raw.end();
    // Whoever asks for the head alone is told nothing, so there is nothing to wait for.
    if (request.method === 'HEAD') return end();
    const leave = await this.live.subscribe({ account, send: (update) => void raw.write(`data: ${JSON.stringify(update)}\n\n`), end });
    // Said only now: whatever happens after this line is told.
    raw.write(': connected\n\n');
    const heartbeat = setInterval(() => {
      raw.write(': still here\n\n');
      this.accounts.byToken(token).catch(end);
    }, HEARTBEAT);
    // A client that went away leaves a half-open connection, which would keep the process from draining.
    raw.socket?.once('end', () => raw.destroy());
    raw.on('close', () => {
      clearInterval(heartbeat);
      leave();
    });
  }
}

@Module({ controllers: [LiveController], providers: [Live] })
export class LiveModule {}
