import { Inject, Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import {
  adminStream,
  affiliateStream,
  type AffiliateView,
  affiliateView,
  emptyBooks,
  idOf,
  refusals,
  rules,
  type Sealed,
} from '@framelift/contracts';
import { type Affiliate, affiliateSource } from '../affiliate/affiliate.decider.ts';
import { claimSource } from '../claims/claim.decider.ts';
import { Streams } from '../log/streams.ts';
import { Vault } from '../log/vault.ts';
import type { Account, Accounts } from '../platform/http/allow.ts';
import { Keys } from '../platform/keys.ts';
import { Refused } from '../platform/refused.ts';
import { type Clock, CLOCK } from '../platform/tokens.ts';
import { type Admin, adminSource } from './admin.decider.ts';
import { CredentialsTable } from './credentials.ts';
import { Passwords } from './passwords.ts';

/** Seconds a token is good for. */
const LIFETIME = 24 * 60 * 60;
const ISSUER = 'framelift';

interface Claims {
  /** A stream id: `affiliate-…` or `admin-…`. */
  sub: string;
  /** The credentials' token version it was issued under. */
  tv: number;
}

/** Signing in, tokens, and who stands behind one: always from the streams and the credentials, never from a read model. */
@Injectable()
export class Sessions implements Accounts {
  constructor(
    @Inject(JwtService) private readonly jwt: JwtService,
    private readonly streams: Streams,
    private readonly vault: Vault,
    private readonly keys: Keys,
    private readonly credentials: CredentialsTable,
    private readonly passwords: Passwords,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async byToken(token: string): Promise<Account> {
    const claims = await this.jwt
      .verifyAsync<Claims>(token, {
        algorithms: ['HS256'],
        issuer: ISSUER,
        audience: ISSUER,
        clockTimestamp: Math.floor(this.now() / 1000),
      })
      .catch(() => undefined);
    if (typeof claims?.sub !== 'string') throw new Refused(refusals.unauthorized, 401);
    const [account, credentials] = await Promise.all([this.active(claims.sub), this.credentials.of(claims.sub)]);
    if (!account || credentials?.tokenVersion !== claims.tv) throw new Refused(refusals.unauthorized, 401);
    return account;
  }

  /** Username or e-mail and password → a token. Unknown names cost and answer the same as wrong passwords. */
  async signIn(name: string, password: string): Promise<{ token: string; affiliate: AffiliateView }> {
    const kind = name.includes('@') ? 'email' : 'username';
    const { state: claim } = await this.streams.load(claimSource(this.keys.claim(kind, name)));
    const accountId = claim.accountId ?? undefined;
    await this.checkPassword(accountId, password);
    if (!(await this.active(accountId!))) {
      const banned = accountId!.startsWith('affiliate-') && (await this.affiliate(accountId!)).status === 'banned';
      throw new Refused(banned ? refusals.banned : refusals.signInFailed, 401);
    }
    return this.open(accountId!);
  }

  /** @throws Refused, alike for an unknown account and a wrong password. */
  async checkPassword(accountId: string | undefined, password: string): Promise<void> {
    const credentials = accountId ? await this.credentials.of(accountId) : undefined;
    if (!(await this.passwords.verify(password, credentials?.passwordHash))) throw new Refused(refusals.signInFailed, 401);
  }

  /** A new session of an account that has proved itself. */
  async open(accountId: string): Promise<{ token: string; affiliate: AffiliateView }> {
    const { tokenVersion } = (await this.credentials.of(accountId))!;
    const claims = { tv: tokenVersion, iat: Math.floor(this.now() / 1000) };
    const token = await this.jwt.signAsync(claims, { subject: accountId, issuer: ISSUER, audience: ISSUER, expiresIn: LIFETIME });
    return { token, affiliate: await this.profile(accountId) };
  }

  private async profile(accountId: string): Promise<AffiliateView> {
    const isAdmin = accountId.startsWith('admin-');
    const state = isAdmin ? await this.admin(accountId) : await this.affiliate(accountId);
    const [username, email] = (await this.vault.open([state.username, state.email] as (Sealed | null)[])) as (string | null)[];
    const sums = isAdmin ? noSums : (state as Affiliate);
    return affiliateView({ id: idOf(accountId), username: username ?? '', email: email ?? '', isAdmin }, sums);
  }

  private async active(accountId: string): Promise<Account | undefined> {
    const id = idOf(accountId);
    if (accountId === adminStream(id)) return (await this.admin(accountId)).active ? { kind: 'admin', id } : undefined;
    if (accountId !== affiliateStream(id)) return undefined;
    const { registered, deleted, status } = await this.affiliate(accountId);
    return registered && !deleted && status !== 'banned' ? { kind: 'affiliate', id } : undefined;
  }

  private async affiliate(accountId: string): Promise<Affiliate> {
    return (await this.streams.load(affiliateSource(idOf(accountId)))).state;
  }

  private async admin(accountId: string): Promise<Admin> {
    return (await this.streams.load(adminSource(idOf(accountId)))).state;
  }
}

/** An admin earns nothing. */
const noSums = {
  books: emptyBooks,
  generatedCents: 0,
  netSales: 0,
  tier: rules.tiers[0]!.tier,
  commissionBps: 0,
  status: 'active' as const,
};
