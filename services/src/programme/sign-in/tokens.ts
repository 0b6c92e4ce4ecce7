import { createSecretKey, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import type { Secrets } from '../../platform/config.ts';
import { type Clock, CLOCK, SECRETS } from '../../platform/tokens.ts';

/** Seconds a token is valid. */
const LIFETIME_SECONDS = 24 * 60 * 60;
/** Seconds by which the clocks of our processes may differ. */
export const CLOCK_SKEW_SECONDS = 30;
const ISSUER = 'framelift';
const ALGORITHM = 'HS256';

/** The contents of a token. The rest is read from streams and credentials on every request. */
export interface TokenPayload {
  /** A stream id: `affiliate-…` or `admin-…`. */
  sub: string;
  /** The session, so that a logout ends this one alone. */
  jti: string;
  /** The credentials' token version it was issued under. */
  tv: number;
  iat: number;
  /** Seconds since the epoch. */
  exp: number;
}

/** Signs and reads tokens: one algorithm, one issuer, every field present. The algorithm that a token names is ignored. */
@Injectable()
export class Tokens {
  /** The key that signs, and the others that verify. */
  private readonly keys: Buffer[];

  constructor(
    @Inject(JwtService) private readonly jwt: JwtService,
    @Inject(SECRETS) { jwt: current, jwtPrevious }: Secrets,
    @Inject(CLOCK) private readonly now: Clock,
  ) {
    // As key objects, which the library takes though its types do not say so: bytes it first tries as a public key, on every request.
    this.keys = [current, jwtPrevious].flatMap((bytes) => (bytes ? [createSecretKey(bytes) as unknown as Buffer] : []));
  }

  sign(accountId: string, tokenVersion: number): Promise<string> {
    const payload = { tv: tokenVersion, iat: this.seconds() };
    const jwtid = randomBytes(16).toString('base64url');
    return this.jwt.signAsync(payload, {
      secret: this.keys[0]!,
      algorithm: ALGORITHM,
      subject: accountId,
      jwtid,
      issuer: ISSUER,
      audience: ISSUER,
      expiresIn: LIFETIME_SECONDS,
    });
  }

  /** The fields of a token of ours; undefined for anything else. During a rotation both keys verify and only the new one signs. */
  async read(token: string): Promise<TokenPayload | undefined> {
    for (const secret of this.keys) {
      const payload = await this.verify(token, secret);
      if (payload) return this.isWhole(payload) ? payload : undefined;
    }
    return undefined;
  }

  private verify(token: string, secret: Buffer): Promise<TokenPayload | undefined> {
    return this.jwt
      .verifyAsync<TokenPayload>(token, {
        secret,
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: ISSUER,
        maxAge: LIFETIME_SECONDS,
        clockTimestamp: this.seconds(),
      })
      .catch(() => undefined);
  }

  /** The library checks the fields a token has; this checks that it has all, and none from the future. */
  private isWhole({ sub, jti, tv, iat, exp }: Partial<TokenPayload>): boolean {
    const texts = [sub, jti].every((claim) => typeof claim === 'string' && claim !== '');
    const numbers = [tv, iat, exp].every(Number.isSafeInteger);
    return texts && numbers && iat! <= this.seconds() + CLOCK_SKEW_SECONDS && exp! <= iat! + LIFETIME_SECONDS;
  }

  private seconds(): number {
    return Math.floor(this.now() / 1000);
  }
}
