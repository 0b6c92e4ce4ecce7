import { Inject, Injectable } from '@nestjs/common';
import { adminStream, adminView, affiliateStream, type AffiliateView, affiliateView, idOf, refusals, rules } from '@framelift/contracts';
import { type Affiliate, affiliateSource } from '../affiliate/affiliate.decider.ts';
import { termsInForce } from '../terms/terms.decider.ts';
import { accountNamed, claimSource } from '../claims/claim.decider.ts';
import { Streams } from '../../engine/log/deciding/streams.ts';
import { Vault } from '../../engine/log/sealing/vault.ts';
import type { Config } from '../../platform/config.ts';
import type { Account, AccountFinder } from '../../http/allow.ts';
import { Keys } from '../../platform/keys.ts';
import { Refused } from '../../platform/refused.ts';
import { type Clock, CLOCK, CONFIG } from '../../platform/tokens.ts';
import { type Admin, adminSource } from './admin.decider.ts';
import { CredentialsTable } from './credentials.ts';
import { Passwords } from './passwords.ts';
import { CLOCK_SKEW_SECONDS, type TokenPayload, Tokens } from './tokens.ts';
import { Totp } from './totp.ts';

/** Logins, tokens and their accounts: always from the streams and the credentials, never from a read model. */
@Injectable()
export class Sessions implements AccountFinder {
  constructor(
    private readonly tokens: Tokens,
    private readonly streams: Streams,
    private readonly vault: Vault,
    private readonly keys: Keys,
    private readonly credentials: CredentialsTable,
    private readonly passwords: Passwords,
    private readonly totp: Totp,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async byToken(token: string): Promise<Account> {
    return (await this.behind(token)).account;
  }

  async hasSession(token: string): Promise<boolean> {
    const payload = await this.tokens.read(token);
    if (!payload) return false;
    const session = await this.credentials.session({ accountId: payload.sub, sessionId: payload.jti });
    return session?.tokenVersion === payload.tv;
  }

  /** Ends this session at the server; the account's other sessions go on. */
  async end(token: string): Promise<void> {
    const { payload } = await this.behind(token);
    await this.credentials.endSession(payload.jti, payload.exp);
  }

  private async behind(token: string): Promise<{ account: Account; payload: TokenPayload }> {
    const payload = await this.tokens.read(token);
    if (!payload) throw new Refused(refusals.unauthorized, 'unauthorized');
    const [who, session] = await Promise.all([
      this.active(payload.sub),
      this.credentials.session({ accountId: payload.sub, sessionId: payload.jti }),
    ]);
    if (!who || session?.tokenVersion !== payload.tv) throw new Refused(refusals.unauthorized, 'unauthorized');
    const confirmedAt = Math.max(payload.iat * 1000, session.confirmedAt?.getTime() ?? 0);
    const age = this.now() - confirmedAt;
    const confirmed = -CLOCK_SKEW_SECONDS * 1000 <= age && age <= rules.confirmedFor;
    const needsTotp = who.kind === 'admin' && this.config.adminTotp && !session.totp;
    return { account: { ...who, session: payload.jti, confirmed, needsTotp }, payload };
  }

  /** Account, password and, where it is on, a code → a token. An unknown account has the timing and response of a wrong password. */
  async signIn(accountId: string | undefined, password: string, code?: string): Promise<{ token: string; affiliate: AffiliateView }> {
    await this.checkPassword(accountId, password);
    if (!(await this.active(accountId!))) {
      const banned = accountId!.startsWith('affiliate-') && (await this.affiliate(accountId!)).status === 'banned';
      throw new Refused(banned ? refusals.banned : refusals.signInFailed, 'unauthorized');
    }
    if ((await this.credentials.find(accountId!))?.totp) await this.totp.take(accountId!, code);
    return this.open(accountId!);
  }

  /** The target an attempt counts for: the account, or a keyed hash of an unknown name. */
  async guessedAt(name: string): Promise<{ accountId: string | undefined; guessed: string }> {
    const accountId = await this.accountOf(name);
    return { accountId, guessed: accountId ?? this.claimOf(name) };
  }

  /** Answers the hash it verified against. @throws Refused, alike for an unknown account and a wrong password. */
  async checkPassword(accountId: string | undefined, password: string): Promise<string> {
    // Looks up an unknown account too, so that it takes the same time.
    const credentials = await this.credentials.find(accountId ?? 'nobody');
    if (!(await this.passwords.verify(password, credentials?.passwordHash))) throw new Refused(refusals.signInFailed, 'unauthorized');
    const { passwordHash } = credentials!;
    if (!this.passwords.isOutdated(passwordHash)) return passwordHash;
    const risen = await this.passwords.hash(password);
    await this.credentials.rehash(accountId!, passwordHash, risen);
    return risen;
  }

  /** A new session of an authenticated account. */
  async open(accountId: string): Promise<{ token: string; affiliate: AffiliateView }> {
    const { tokenVersion } = (await this.credentials.find(accountId))!;
    const token = await this.tokens.sign(accountId, tokenVersion);
    return { token, affiliate: await this.profile(accountId) };
  }

  private claimOf(name: string): string {
    return this.keys.claim(name.includes('@') ? 'email' : 'username', name);
  }

  private async accountOf(name: string): Promise<string | undefined> {
    return accountNamed((await this.streams.load(claimSource(this.claimOf(name)))).state);
  }

  async profile(accountId: string): Promise<AffiliateView> {
    const affiliate = accountId.startsWith('admin-') ? undefined : await this.affiliate(accountId);
    const account = affiliate ?? (await this.admin(accountId));
    const [username, email] = await this.vault.open([account.username, account.email]);
    const names = { id: idOf(accountId), username, email };
    const { terms } = (await this.streams.load(termsInForce)).state;
    const then = { terms, now: new Date(this.now()).toISOString() };
    return affiliate ? affiliateView(names, affiliate, then) : adminView(names, then);
  }

  private async active(accountId: string): Promise<Pick<Account, 'kind' | 'id'> | undefined> {
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
