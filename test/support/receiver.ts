import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Heard {
  path: string;
  headers: Record<string, string>;
  body: string;
}
export type ReceiverAnswer = (request: IncomingMessage, response: ServerResponse) => void;

export const answersWith =
  (status: number, text = ''): ReceiverAnswer =>
  (_request, response) =>
    void response.writeHead(status).end(text);

/** A server that receives messages: what it received, and its answer at a path; 204 by default. */
export interface Receiver {
  heard: Heard[];
  answers: Record<string, ReceiverAnswer>;
  urlOf(path: string): string;
  stop(): void;
}

export async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () => {
      receiver.heard.push({ path: request.url!, headers: request.headers as Record<string, string>, body });
      (receiver.answers[request.url!] ?? answersWith(204))(request, response);
    });
  });
  const receiver: Receiver = {
    heard: [],
    answers: {},
    urlOf: (path) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return receiver;
}
