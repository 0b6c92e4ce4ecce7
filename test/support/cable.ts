// Types can be stripped from this file: the fault campaign loads it directly.
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { Transform, type TransformCallback } from 'node:stream';

/** The state of a line: answers are lost for now, nothing connects, or each piece takes this long (ms). */
type State = 'whole' | 'silent' | 'down' | { slowMs: number };

/** One direction of a connection. Pieces arrive in order, late ones too. */
class Direction extends Transform {
  private readonly cable: Cable;
  private readonly isAnswer: boolean;

  constructor(cable: Cable, isAnswer: boolean) {
    super();
    this.cable = cable;
    this.isAnswer = isAnswer;
  }

  override _transform(piece: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const { state } = this.cable;
    const pass = () => done(null, piece);
    if (state === 'silent' && this.isAnswer) this.cable.held.push(pass);
    else if (typeof state === 'object') setTimeout(pass, state.slowMs);
    else pass();
  }
}

/** A line to a server that can be cut: open connections then fall silent, and new ones work. */
export class Cable {
  /** The server's address, over this line. */
  readonly url: string;
  state: State = 'whole';
  /** Answers that wait until the line is repaired. */
  readonly held: (() => void)[] = [];
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private silent = new Set<Socket>();

  private constructor(url: string) {
    const port = Number(new URL(url).port);
    this.server = createServer((client) => {
      if (this.state === 'down') return void client.on('error', () => {}).destroy();
      const inner = connect(port, '127.0.0.1');
      for (const [socket, other] of [
        [client, inner],
        [inner, client],
      ] as const) {
        this.sockets.add(socket);
        // A cut one stays silent, even when the other side gives up.
        socket.on('error', () => {}).on('close', () => this.sockets.delete(socket) && other.destroy());
        socket.pipe(new Direction(this, socket === inner)).pipe(other);
      }
    });
    this.url = url;
  }

  static async to(url: string): Promise<Cable> {
    const cable = new Cable(url);
    await new Promise<void>((listening) => cable.server.listen(0, '127.0.0.1', listening));
    const host = `127.0.0.1:${(cable.server.address() as AddressInfo).port}`;
    return Object.assign(cable, { url: Object.assign(new URL(url), { host }).href });
  }

  cut(): void {
    for (const socket of this.sockets) this.silent.add(socket.unpipe().pause());
    this.sockets.clear();
  }

  /** Until `repair`. `down` also ends open connections; while it is `silent`, requests arrive but answers do not. */
  become(state: Exclude<State, 'whole'>): void {
    this.state = state;
    if (state === 'down') for (const socket of this.sockets) socket.destroy();
  }

  repair(): void {
    this.state = 'whole';
    for (const pass of this.held.splice(0)) pass();
  }

  async close(): Promise<void> {
    for (const socket of [...this.sockets, ...this.silent]) socket.destroy();
    this.server.close();
  }
}
