import { Controller, Get, Inject, Injectable, Module, type OnModuleInit, Query } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { type AccessesView, accountStream } from '@framelift/contracts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Allow, type SignedRequest } from '../../http/allow.ts';
import { JobsModule } from '../../platform/jobs.ts';
import { Keys } from '../../platform/keys.ts';
import type { Logger } from '../../platform/logging.ts';
import { type Clock, CLOCK, LOGGER } from '../../platform/tokens.ts';
import { askedFor, positionAfter } from '../../engine/projecting/page.ts';
import { Accesses } from './accesses.ts';

const LOGIN = '/api/affiliate/login';
const PAGE = 50;

/** Admin screens that show nobody's data. */
const impersonal = new Set(['/api/admin/overview', '/api/admin/read-models']);

/** What an answer is in the record; nothing for most. */
function kindOf({ account, method }: SignedRequest, route: string, status: number): 'signed in' | 'refused' | 'read' | undefined {
  if (route === LOGIN && status === 200) return 'signed in';
  if (status === 403 || (route === LOGIN && (status === 401 || status === 429))) return 'refused';
  const read = account?.kind === 'admin' && method === 'GET' && status < 300 && route.startsWith('/api/admin/');
  return read && !impersonal.has(route) ? 'read' : undefined;
}

/** Records before the answer leaves: what an admin saw is on record. */
@Injectable()
export class AccessRecorder implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly accesses: Accesses,
    private readonly keys: Keys,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Before the routes are registered, so the hook is on all of them. */
  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance() as FastifyInstance;
    fastify.addHook('onSend', async (request: SignedRequest, reply: FastifyReply) => {
      // A record that cannot be kept is a fault to be told of, not a reason to lock everybody out.
      await this.look(request, reply).catch((error: unknown) => this.logger.error({ err: error }, 'an access could not be recorded'));
    });
  }

  private async look(request: SignedRequest, { statusCode }: FastifyReply): Promise<void> {
    const route = request.routeOptions.url ?? '';
    const kind = kindOf(request, route, statusCode);
    if (!kind) return;
    const { account, guessedAt, method } = request;
    const who = account ? accountStream(account) : /^(affiliate|admin)-/.test(guessedAt ?? '') ? guessedAt! : null;
    await this.accesses.record({
      at: new Date(this.now()).toISOString(),
      kind,
      accountId: who,
      about: aboutOf(request),
      call: `${method} ${route}`,
      status: statusCode,
      from: this.keys.visitor(`access ${request.ip}`).slice(0, 16),
    });
  }
}

/** Whose data it was, where the address says so: an id, never a name that somebody typed. */
function aboutOf({ params, query }: SignedRequest): string | null {
  const { id, position, invoice } = (params ?? {}) as Record<string, string>;
  const { affiliate } = (query ?? {}) as Record<string, unknown>;
  // The event history also takes an affiliate's name.
  const said = id ?? position ?? invoice ?? (typeof affiliate === 'string' && /^[0-9a-z]{16}$/.test(affiliate) ? affiliate : null);
  return typeof said === 'string' && /^[0-9a-z-]{1,40}$/.test(said) ? said : null;
}

@Controller('api/admin/accesses')
export class AccessController {
  constructor(private readonly accesses: Accesses) {}

  @Get()
  @Allow('admin')
  list(@Query() query: Record<string, unknown>): Promise<AccessesView> {
    const { after, limit } = askedFor(query, PAGE);
    return this.accesses.list(positionAfter(after), limit!);
  }
}

@Module({ imports: [JobsModule], controllers: [AccessController], providers: [Accesses, AccessRecorder] })
export class AccessModule {}
