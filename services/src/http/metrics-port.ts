import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Metrics } from '../observing/metrics.ts';
import type { Config } from '../platform/config.ts';
import { cannotListen, hostOf } from '../platform/listening.ts';
import { CONFIG } from '../platform/tokens.ts';

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Answers only GET /metrics on METRICS_PORT: no proxy leads there, so it needs no token. */
@Injectable()
export class MetricsPort implements OnApplicationShutdown {
  private server: Server | undefined;

  constructor(
    private readonly metrics: Metrics,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Does nothing if METRICS_PORT is not set. @throws WrongSettings */
  async listen(): Promise<void> {
    const { port } = this.config.metrics;
    if (!port) return;
    const server = createServer((request, response) => {
      if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end();
      this.metrics.text().then(
        (text) => response.writeHead(200, { 'Content-Type': METRICS_TYPE }).end(text),
        () => response.writeHead(500).end(),
      );
    });
    this.server = server.listen({ port, host: await hostOf(this.config) });
    await once(server, 'listening').catch(cannotListen(port, 'METRICS_PORT'));
  }

  onApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }
}
