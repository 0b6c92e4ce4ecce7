import { type CanActivate, createParamDecorator, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { type Call, type Definition, keyRefusals, refusals, type Scope, scopesOf } from '@framelift/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refused } from '../platform/refused.ts';
import { answeredBy } from './answers.ts';

/** Who is signed in, as this very request found them in the log. */
export interface Account {
  kind: 'affiliate' | 'admin';
  id: string;
  /** Of the sign-in behind the token. */
  session: string;
  /** The password was given in this session within the last ten minutes. */
  confirmed: boolean;
  /** An admin who has to turn on two-factor sign-in before anything else. */
  needsTotp: boolean;
}

/** Whether an account may see events of this kind on its own stream. */
export const isVisibleTo = ({ kind }: Account, definition: Definition | undefined): boolean =>
  kind === 'admin' || definition?.visibleTo === 'affiliate';

/** Finds the account of a bearer token, or refuses. Asked on every request, so a suspension applies at once. */
export interface AccountFinder {
  byToken(token: string): Promise<Account>;
}
export const ACCOUNT_FINDER = Symbol('accounts');

/** A program that asks with an API key of an admin's. */
export interface KnownKey {
  id: string;
  name: string;
  scopes: readonly Scope[];
}

/** What is left of a key's minute. */
export interface KeyLimit {
  perMinute: number;
  left: number;
  resetSeconds: number;
}

/** Finds an API key, or refuses. Asked on every request, so a revocation applies at once. */
export interface KeyFinder {
  /** Counts the request, and notes what is left. @throws Refused: not valid, or beyond its limit. */
  byKey(key: string, note: (limit: KeyLimit) => void): Promise<KnownKey>;
  /** Whether it is good still; counts nothing. */
  isGood(key: string): Promise<boolean>;
}
export const KEY_FINDER = Symbol('api keys');

export interface SignedRequest extends FastifyRequest {
  account?: Account;
  /** The API key that asks, where no account does. */
  key?: KnownKey;
  /** The account of a sign-in attempt, or a hash of an unknown name. */
  guessedAt?: string;
  /** The id of the command this request became. */
  commandId?: string;
  /** W3C trace context of what this request causes: the client's, or of our own span within it. */
  traceparent?: string;
}

/** The token of a request, `Authorization: Bearer <token>` to the letter. */
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
    // A method without a call of the contract is closed to all.
    const call = answeredBy(context.getHandler());
    const [request, reply] = [context.switchToHttp().getRequest<SignedRequest>(), context.switchToHttp().getResponse<FastifyReply>()];
    if (call?.permission !== 'public') await this.admits(request, reply, call);
    if (call) refuseUndeclaredBody(request, call);
    return true;
  }

  /** Lets in who may make the call: an account with the permission, or a key with the scopes. @throws Refused */
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
    // In place of the address's: a program meets this limit first.
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

/** A call that declares no body takes none: what is in it would be lost without a word. `{}` says nothing, and many clients send it. */
function refuseUndeclaredBody({ body, method }: FastifyRequest, { body: declared, formBody, fromStore }: Call): void {
  if (declared || formBody || fromStore || body === undefined || method === 'GET' || method === 'HEAD') return;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Refused(refusals.noBody);
  const [field] = Object.keys(body);
  if (field !== undefined) throw new Refused(refusals.unknownField(field));
}

/** The signed-in account of a route that is not public, and takes no API key. */
export const Who = createParamDecorator((_: unknown, context: ExecutionContext): Account => {
  return context.switchToHttp().getRequest<SignedRequest>().account!;
});
