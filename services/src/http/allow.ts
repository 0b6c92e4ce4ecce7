import { type CanActivate, createParamDecorator, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { type Call, type Definition, keyRefusals, refusals, type Scope, scopesOf } from '@framelift/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refused } from '../platform/refused.ts';
import { answeredBy } from './answers.ts';

/** The logged-in account, as this request found it in the log. */
export interface Account {
  kind: 'affiliate' | 'admin';
  id: string;
  /** The session of the token. */
  session: string;
  /** The password was entered in this session within the last ten minutes. */
  confirmed: boolean;
  /** An admin who must turn on two-factor login first. */
  needsTotp: boolean;
}

/** Whether an account may see events of this kind on its own stream. */
export const isVisibleTo = ({ kind }: Account, definition: Definition | undefined): boolean =>
  kind === 'admin' || definition?.visibleTo === 'affiliate';

/** Finds the account of a bearer token, or refuses. Runs on every request, so a suspension applies immediately. */
export interface AccountFinder {
  byToken(token: string): Promise<Account>;
  /** Whether its session goes on: one query for all that ask at once. Says nothing of the account. */
  hasSession(token: string): Promise<boolean>;
}
export const ACCOUNT_FINDER = Symbol('accounts');

/** A program with an admin's API key. */
export interface KnownKey {
  id: string;
  name: string;
  scopes: readonly Scope[];
}

/** The remaining requests of a key in this minute. */
export interface KeyLimit {
  perMinute: number;
  left: number;
  resetSeconds: number;
}

/** Finds an API key, or refuses. Runs on every request, so a revocation applies immediately. */
export interface KeyFinder {
  /** Counts the request, and notes how many remain. @throws Refused: not valid, or over its limit. */
  byKey(key: string, note: (limit: KeyLimit) => void): Promise<KnownKey>;
  /** Whether it is still valid; counts nothing. */
  isGood(key: string): Promise<boolean>;
}
export const KEY_FINDER = Symbol('api keys');

export interface SignedRequest extends FastifyRequest {
  account?: Account;
  /** The API key of the request, if it has no account. */
  key?: KnownKey;
  /** The account of a login attempt, or a hash of an unknown name. */
  guessedAt?: string;
  /** The id of the command this request became. */
  commandId?: string;
  /** W3C trace context for this request's effects: the client's, or our own span within it. */
  traceparent?: string;
}

/** The token of a request, exactly `Authorization: Bearer <token>`. */
export const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(headers.authorization ?? '')?.[1];

/** The API key of a request: `flk_`, an id of 16 characters, `_` and 43 of base64url. */
export const apiKeyOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer (flk_[0-9a-z]{16}_[\w-]{43})$/i.exec(headers.authorization ?? '')?.[1];

@Injectable()
export class PermissionGuard implements CanActivate {
  constructor(
    @Inject(ACCOUNT_FINDER) private readonly accounts: AccountFinder,
    @Inject(KEY_FINDER) private readonly keys: KeyFinder,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    // A method without a call in the contract is closed to all.
    const call = answeredBy(context.getHandler());
    const [request, reply] = [context.switchToHttp().getRequest<SignedRequest>(), context.switchToHttp().getResponse<FastifyReply>()];
    if (call?.permission !== 'public') await this.admits(request, reply, call);
    if (call) refuseUndeclaredBody(request, call);
    return true;
  }

  /** Admits callers: an account with the permission, or a key with the scopes. @throws Refused */
  async admits(request: SignedRequest, reply: FastifyReply, call: Call | undefined): Promise<void> {
    const [token, key] = [bearerOf(request), apiKeyOf(request)];
    if (!call || !(token || key)) throw new Refused(refusals.unauthorized, 'unauthorized');
    await (key ? this.admitsKey(request, reply, call, key) : this.admitsAccount(request, call, token!));
  }

  private async admitsAccount(request: SignedRequest, { permission, confirmed }: Call, token: string): Promise<void> {
    const account = await this.accounts.byToken(token);
    // Set before checking permissions, so that refusals are attributed.
    request.account = account;
    if (permission === 'admin' && account.kind !== 'admin') throw new Refused(refusals.adminOnly, 'forbidden');
    if (permission === 'admin' && account.needsTotp) throw new Refused(refusals.totpFirst, 'forbidden');
    if (permission === 'affiliate' && account.kind !== 'affiliate') throw new Refused(refusals.affiliateOnly, 'forbidden');
    if (!account.confirmed && confirmed) throw new Refused(refusals.confirmFirst, 'forbidden');
  }

  private async admitsKey(request: SignedRequest, reply: FastifyReply, call: Call, key: string): Promise<void> {
    // Instead of the address's limit: a program reaches this one first.
    const known = await this.keys.byKey(key, ({ perMinute, left, resetSeconds }) => {
      void reply.headers({ 'X-RateLimit-Limit': perMinute, 'X-RateLimit-Remaining': left, 'X-RateLimit-Reset': resetSeconds });
    });
    request.key = known;
    const needed = scopesOf(call);
    if (!needed) throw new Refused(keyRefusals.notAccepted, 'forbidden');
    const missing = needed.find((scope) => !known.scopes.includes(scope));
    if (missing) throw new Refused(keyRefusals.scopeMissing(missing), 'forbidden');
  }
}

/** A call without a declared body refuses one, which would be ignored silently. `{}` is allowed, as many clients send it. */
function refuseUndeclaredBody({ body, method }: FastifyRequest, { body: declared, formBody, fromStore }: Call): void {
  if (declared || formBody || fromStore || body === undefined || method === 'GET' || method === 'HEAD') return;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Refused(refusals.noBody);
  const [field] = Object.keys(body);
  if (field !== undefined) throw new Refused(refusals.unknownField(field));
}

/** The logged-in account of a route that is not public and accepts no API key. */
export const Who = createParamDecorator((_: unknown, context: ExecutionContext): Account => {
  return context.switchToHttp().getRequest<SignedRequest>().account!;
});
