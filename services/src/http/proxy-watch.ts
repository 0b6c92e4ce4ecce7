import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../platform/config.ts';
import type { Logger } from '../platform/logging.ts';
import { isPublic } from '../platform/network.ts';
import { CONFIG, LOGGER } from '../platform/tokens.ts';

/** What proxies add that pass a request on. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'x-forwarded-host', 'x-forwarded-proto', 'via'];

/** Finds a proxy that nobody told us of: every visitor then has its address, and bounds by address turn nearly all of them away. */
@Injectable()
export class ProxyWatch {
  private found = false;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Whether a proxy passes requests on while TRUST_PROXY is not set. */
  get isUntold(): boolean {
    return this.found;
  }

  /** From a public address anybody may write such a header; a proxy of ours stands nearer. Logged once. */
  look({ headers, socket: { remoteAddress = '' } }: Pick<FastifyRequest, 'headers' | 'socket'>): void {
    if (this.found || this.config.trustProxy !== undefined || isPublic(remoteAddress)) return;
    if (!FORWARDED.some((name) => headers[name] !== undefined)) return;
    this.found = true;
    this.logger.warn(
      'a proxy passes requests on and TRUST_PROXY is not set: every visitor has its address, so most clicks are not counted. Set it to the number of proxies',
    );
  }
}
