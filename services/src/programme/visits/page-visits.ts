import { randomUUID } from 'node:crypto';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { codeIn } from '@framelift/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { metaOf, visitor } from '../../engine/log/deciding/command.ts';
import { isPage } from '../../http/site/web.ts';
import type { SignedRequest } from '../../http/allow.ts';
import type { Logger } from '../../platform/logging.ts';
import { Refused } from '../../platform/refused.ts';
import { CLOCK, type Clock, LOGGER } from '../../platform/tokens.ts';
import { type VisitRequest, Visits } from './visits.ts';

/** Visits counted in parallel; further ones are left to the page's script. */
const MAX_UNDER_WAY = 200;
/** A page that is there, is in the browser's cache, or is the one for addresses where nothing is, or is no longer. */
const SHOWN_STATUSES = new Set([200, 304, 404, 410]);

type PageRequest = Pick<FastifyRequest, 'method' | 'originalUrl' | 'headers'>;

/** The code in the address of a page; undefined where the address is no page's. */
export function codeOf({ method, originalUrl }: Pick<PageRequest, 'method' | 'originalUrl'>): string | undefined {
  const [path = ''] = originalUrl.split('?', 1);
  return isPage({ method, url: path }) && !/\.\w+$/.test(path) ? codeIn(originalUrl) : undefined;
}

const text = (header: string | string[] | undefined): string => String(header ?? '');

/** Whether a person's browser asks for something to show now: no script, no picture, nothing fetched in advance. */
export function isOpened({ method, headers }: Pick<PageRequest, 'method' | 'headers'>): boolean {
  const purpose = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) => text(headers[name])).join(' ');
  const destination = headers['sec-fetch-dest'];
  return (
    method === 'GET' &&
    !/prefetch|prerender|preview/i.test(purpose) &&
    text(headers['user-agent']) !== '' &&
    (destination === undefined ? text(headers.accept).includes('text/html') : destination === 'document')
  );
}

/** Counts a visit when a browser opens a page with a code, as ad blockers stop the script’s call. That call is then the same visit. */
@Injectable()
export class PageVisits implements BeforeApplicationShutdown {
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly visits: Visits,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Called just before the response. */
  answering(request: SignedRequest, reply: FastifyReply): void {
    const ref = codeOf(request);
    if (!ref || !SHOWN_STATUSES.has(reply.statusCode)) return;
    // No cache in between: opening the page again counts again.
    void reply.header('Cache-Control', 'private, no-cache');
    if (!isOpened(request) || this.underWay.size >= MAX_UNDER_WAY) return;
    const { ip: address, headers, originalUrl: pageUrl } = request;
    const counting = this.count(
      { ref, address, userAgent: headers['user-agent'], referrer: headers.referer, pageUrl },
      request.traceparent,
    );
    this.underWay.add(counting);
    void counting.then(() => this.underWay.delete(counting));
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.underWay);
  }

  private async count(visit: VisitRequest, traceparent: string | undefined): Promise<void> {
    const meta = metaOf(visitor, this.now(), randomUUID());
    try {
      await this.visits.track(visit, { ...meta, ...(traceparent ? { traceparent } : {}) });
    } catch (error) {
      if (!(error instanceof Refused)) this.logger.error({ err: error }, 'a visit could not be counted');
    }
  }
}
