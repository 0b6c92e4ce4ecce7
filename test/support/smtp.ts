import { type AddressObject, type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail extends ParsedMail {
  address: string;
}

/** A real mail server, and how it treats incoming mail. */
export interface MailServer {
  url: string;
  received: ReceivedMail[];
  /** Refuses every address with this answer. */
  refuses: { code: number; text: string } | undefined;
  /** Ends the connection after the next mail, before confirming it. */
  dropsNext: boolean;
  /** How long it takes for every address. */
  waitsMs: number;
  /** Stops listening until it returns. */
  leaves(): Promise<void>;
  returns(): Promise<void>;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const sockets = new Set<{ destroy(): void }>();
  const mails: MailServer = { url: '', received: [], refuses: undefined, dropsNext: false, waitsMs: 0, leaves, returns, close };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, _session, done) {
      const refusal = mails.refuses && Object.assign(new Error(mails.refuses.text), { responseCode: mails.refuses.code });
      setTimeout(() => done(refusal), mails.waitsMs);
    },
    async onData(stream, _session, done) {
      const parsed = await simpleParser(stream);
      mails.received.push({ ...parsed, address: (parsed.to as AddressObject).value[0]!.address! });
      if (!mails.dropsNext) return done();
      mails.dropsNext = false;
      for (const socket of sockets) socket.destroy();
    },
  });
  // A sender that is killed closes its connection within a mail.
  server.on('error', () => {});
  server.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  let port = 0;
  await returns();
  mails.url = `smtp://127.0.0.1:${port}`;
  return mails;

  async function returns(): Promise<void> {
    await new Promise<void>((listening) => void server.listen(port, '127.0.0.1', listening));
    ({ port } = server.server.address() as { port: number });
  }
  function leaves(): Promise<void> {
    for (const socket of sockets) socket.destroy();
    return new Promise((left) => server.server.close(() => left()));
  }
  function close(): Promise<void> {
    return new Promise((closed) => server.close(closed));
  }
}
