// Types can be stripped from this file: the fault campaign loads it as it is.
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A line to a server that can be cut: what runs over it then says nothing any more, and new connections work. */
export class Cable {
  /** The server's address, over this line. */
  readonly url: string;
  private readonly server: Server;
  private sockets: Set<Socket>;
  private silent = new Set<Socket>();

  private constructor(url: string, server: Server, sockets: Set<Socket>) {
    this.url = url;
    this.server = server;
    this.sockets = sockets;
  }

  static async to(url: string): Promise<Cable> {
    const sockets = new Set<Socket>();
    const port = Number(new URL(url).port);
    const server = createServer((client) => {
      const inner = connect(port, '127.0.0.1');
      for (const [socket, other] of [
        [client, inner],
        [inner, client],
      ] as const) {
        sockets.add(socket);
        // One that was cut keeps its silence, also when the other side gives up.
        socket.on('error', () => {}).on('close', () => sockets.delete(socket) && other.destroy());
        socket.pipe(other);
      }
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    return new Cable(Object.assign(new URL(url), { host }).href, server, sockets);
  }

  cut(): void {
    for (const socket of this.sockets) this.silent.add(socket.unpipe().pause());
    this.sockets.clear();
  }

  async close(): Promise<void> {
    for (const socket of [...this.sockets, ...this.silent]) socket.destroy();
    this.server.close();
  }
}
