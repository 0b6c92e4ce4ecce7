import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ACCOUNT_FINDER, type AccountFinder, bearerOf } from '../http/allow.ts';
import { Refused } from '../platform/refused.ts';

/** The logged-in affiliate who buys: checkout calls are public and accept a token. */
@Injectable()
export class SignedInBuyers {
  constructor(@Inject(ACCOUNT_FINDER) private readonly accounts: AccountFinder) {}

  /** Their id; undefined for anyone else, and for an invalid token. */
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
