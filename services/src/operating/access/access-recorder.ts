import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { accountStream, type Call } from '@framelift/contracts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type SignedRequest } from '../../http/allow.ts';
import { callOf } from '../../http/answers.ts';
import { Keys } from '../../platform/keys.ts';
import type { Logger } from '../../platform/logging.ts';
import { networkOf } from '../../platform/network.ts';
import { type Clock, CLOCK, LOGGER } from '../../platform/tokens.ts';
import { AccessRecords } from './access-records.ts';

/** The record of a response; most have none. */
function kindOf(
  call: Call | undefined,
  { account, key, method, query }: SignedRequest,
  status: number,
): 'signedIn' | 'refused' | 'read' | undefined {
  if (call?.signsIn && status === 200) return 'signedIn';
  if (status === 403 || (call?.signsIn && (status === 401 || status === 429))) return 'refused';
  // Calls of all accounts may answer an admin about somebody.
  const isAbout = call?.permission === 'admin' || Boolean((query as { of?: string } | undefined)?.of);
  const read = (account?.kind === 'admin' || key) && method === 'GET' && status < 300 && isAbout;
  const nothingPersonal = call?.noPersonalData || (call?.personalByScope && key && !key.scopes.includes('read:personal'));
  return read && !nothingPersonal ? 'read' : undefined;
}

/** Records before the response is sent, so that every admin's read is on record. */
@Injectable()
export class AccessRecorder implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly accesses: AccessRecords,
    private readonly keys: Keys,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Before the routes are registered, so the hook is on all of them. */
  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance() as FastifyInstance;
    fastify.addHook('onSend', async (request: SignedRequest, reply: FastifyReply) => {
      // A failed record is logged; it does not lock everyone out.
      await this.record(request, reply).catch((error: unknown) => this.logger.error({ err: error }, 'could not record an access'));
    });
  }

  private async record(request: SignedRequest, { statusCode }: FastifyReply): Promise<void> {
    const route = request.routeOptions.url ?? '';
    const kind = kindOf(callOf(request), request, statusCode);
    if (!kind) return;
    const { account, key, guessedAt, method } = request;
    const asker = account ? accountStream(account) : key && `key-${key.id}`;
    const who = asker ?? (/^(affiliate|admin)-/.test(guessedAt ?? '') ? guessedAt! : null);
    await this.accesses.record({
      recordedAt: new Date(this.now()).toISOString(),
      kind,
      accountId: who,
      keyName: key?.name ?? null,
      about: aboutOf(request),
      call: `${method} ${route}`,
      status: statusCode,
      from: this.keys.visitor(`access ${networkOf(request.ip)}`).slice(0, 16),
    });
  }
}

/** The person whose data was read, if the address has an id; never a typed name. */
function aboutOf({ params, query }: SignedRequest): string | null {
  const { id, position, invoice } = (params ?? {}) as Record<string, string>;
  const { affiliate, of } = (query ?? {}) as Record<string, unknown>;
  // The event history also takes an affiliate's name.
  const target = id ?? position ?? invoice ?? of ?? (typeof affiliate === 'string' && /^[0-9a-z]{16}$/.test(affiliate) ? affiliate : null);
  return typeof target === 'string' && /^[0-9a-z-]{1,40}$/.test(target) ? target : null;
}
