import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../platform/config.ts';
import type { Logger } from '../platform/logging.ts';
import { isPublic } from '../platform/network.ts';
import { CONFIG, LOGGER } from '../platform/tokens.ts';

/** Headers that forwarding proxies add. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'x-forwarded-host', 'x-forwarded-proto', 'via'];

/** Detects an unconfigured proxy: all visitors then have its address, and limits by address refuse nearly all of them. */
@Injectable()
export class ProxyWatch {
  private found = false;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Whether a proxy forwards requests while TRUST_PROXY is not set. */
  get isUntold(): boolean {
    return this.found;
  }

  /** Anyone may send such a header from a public address; our own proxy has a private one. Logged once. */
  look({ headers, socket: { remoteAddress = '' } }: Pick<FastifyRequest, 'headers' | 'socket'>): void {
    if (this.found || this.config.trustProxy !== undefined || isPublic(remoteAddress)) return;
    if (!FORWARDED.some((name) => headers[name] !== undefined)) return;
    this.found = true;
    this.logger.warn(
      'a proxy forwards requests but TRUST_PROXY is not set: all visitors have its address, so most clicks are not counted. Set it to the number of proxies',
    );
  }
}
