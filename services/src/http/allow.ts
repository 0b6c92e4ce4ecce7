import { type CanActivate, createParamDecorator, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { type Definition, type Permission, refusals } from '@framelift/contracts';
import type { FastifyRequest } from 'fastify';
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

export interface SignedRequest extends FastifyRequest {
  account?: Account;
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

@Injectable()
export class PermissionGuard implements CanActivate {
  constructor(@Inject(ACCOUNT_FINDER) private readonly accounts: AccountFinder) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    // A method without a call of the contract is closed to all.
    const call = answeredBy(context.getHandler());
    if (call?.permission === 'public') return true;
    const request = context.switchToHttp().getRequest<SignedRequest>();
    const account = await this.admits(request, call?.permission);
    if (!account.confirmed && call?.confirmed) throw new Refused(refusals.confirmFirst, 403);
    return true;
  }

  /** Who asks, if that is somebody with the permission. @throws Refused */
  async admits(request: SignedRequest, permission: Permission | undefined): Promise<Account> {
    const token = bearerOf(request);
    if (!permission || !token) throw new Refused(refusals.unauthorized, 401);
    const account = await this.accounts.byToken(token);
    // Set before checking permissions, so that refusals are attributed.
    request.account = account;
    if (permission === 'admin' && account.kind !== 'admin') throw new Refused(refusals.adminOnly, 403);
    if (permission === 'admin' && account.needsTotp) throw new Refused(refusals.totpFirst, 403);
    if (permission === 'affiliate' && account.kind !== 'affiliate') throw new Refused(refusals.affiliateOnly, 403);
    return account;
  }
}

/** The signed-in account of a route that is not public. */
export const Who = createParamDecorator((_: unknown, context: ExecutionContext): Account => {
  return context.switchToHttp().getRequest<SignedRequest>().account!;
});
