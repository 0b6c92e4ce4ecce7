import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ACCOUNT_FINDER, type AccountFinder, bearerOf } from '../http/allow.ts';
import { Refused } from '../platform/refused.ts';

/** The affiliate who buys while signed in: the calls of the till are public and take a token where there is one. */
@Injectable()
export class SignedInBuyers {
  constructor(@Inject(ACCOUNT_FINDER) private readonly accounts: AccountFinder) {}

  /** Their id; undefined for anybody else, and for a token that is no longer good. */
  async of(request: FastifyRequest): Promise<string | undefined> {
    const token = bearerOf(request);
    if (!token) return undefined;
    try {
      const { kind, id } = await this.accounts.byToken(token);
      return kind === 'affiliate' ? id : undefined;
    } catch (error) {
      if (error instanceof Refused) return undefined;
      throw error;
    }
  }
}
