import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Injectable, type OnApplicationShutdown, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { pause } from '../platform/retrying.ts';

/** Within which a new connection should send a request. */
const NEW_CONNECTION_MS = 1_000;

/** Answers accepted requests: waits for new connections to ask, then closes idle ones while Nest closes the server. */
@Injectable()
export class Draining implements OnModuleInit, OnModuleDestroy, OnApplicationShutdown {
  private underWay = 0;
  private readonly justMade = new Set<Socket>();
  private closing: NodeJS.Timeout | undefined;

  constructor(private readonly host: HttpAdapterHost) {}

  onModuleInit(): void {
    this.server.on('connection', (socket) => {
      this.justMade.add(socket);
      const past = setTimeout(() => this.justMade.delete(socket), NEW_CONNECTION_MS).unref();
      socket.once('close', () => (clearTimeout(past), this.justMade.delete(socket)));
    });
    this.server.on('request', (request, response) => {
      this.justMade.delete(request.socket);
      this.underWay++;
      response.once('close', () => this.underWay--);
    });
  }

  async onModuleDestroy(): Promise<void> {
    for (const late = Date.now() + NEW_CONNECTION_MS; this.justMade.size && Date.now() < late;) await pause(20);
    this.closing = setInterval(() => (this.underWay ? this.server.closeIdleConnections() : this.server.closeAllConnections()), 50);
  }

  onApplicationShutdown(): void {
    clearInterval(this.closing);
  }

  private get server(): Server {
    return this.host.httpAdapter.getHttpServer() as Server;
  }
}
