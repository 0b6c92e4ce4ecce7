// Is between our processes and the sandbox's PayPal, and does what networks and busy servers do.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** What happens to a call. After: PayPal carried it out. */
export const CALL_FAULTS = ['late', 'lost', 'unreached', 'failedAfter', 'failedBefore', 'doubled', 'refused'] as const;
/** What happens to a question about a batch; stale: an older answer, out of order. */
export const READ_FAULTS = ['late', 'failedBefore', 'stale'] as const;
/** What happens to a notification; late ones overtake each other. */
export const NOTICE_FAULTS = ['late', 'doubled', 'dropped', 'forged'] as const;
/** Denied: PayPal says so of a whole batch. No chance brings it. */
export type Fault = (typeof CALL_FAULTS | typeof READ_FAULTS | typeof NOTICE_FAULTS)[number] | 'denied';
export type Kind = 'send' | 'read' | 'notice' | 'other';

interface Reply {
  status: number;
  body: string;
}
const said = (status: number, name: string): Reply => ({ status, body: JSON.stringify({ name, message: `${name}.` }) });

export class FaultyPaypal {
  /** The sandbox. */
  upstream = '';
  /** Where notifications go. */
  sites: () => string[] = () => [];
  faultOf: (kind: Kind) => Fault | undefined = () => undefined;
  lateMs = (): number => 50 + Math.random() * 1_500;
  /** How often each fault struck, by kind. */
  readonly struck: Record<string, number> = {};
  /** How often each run was sent, how often that reached PayPal, and how often a fault kept the answer back. */
  readonly sends = new Map<string, { asked: number; reached: number; struck: number }>();
  /** Statuses of the answers to forged notifications. */
  readonly forged: Record<string, number> = {};
  /** Calls to send a run that are on their way. */
  sending = 0;
  private readonly answers = new Map<string, Reply>();
  private readonly underWay = new Set<Promise<unknown>>();

  private constructor(private readonly server: Server) {}

  static async open(): Promise<FaultyPaypal> {
    const server = createServer((request, response) => void paypal.take(request, response).catch(() => response.destroy()));
    const paypal = new FaultyPaypal(server);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return paypal;
  }
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }
  async close(): Promise<void> {
    this.sites = () => [];
    this.server.closeAllConnections();
    this.server.close();
    await Promise.all(this.underWay);
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const path = request.url!;
    if (path === '/api/paypal/notifications') return void response.end(this.notice(request, body));
    const kind: Kind =
      request.method === 'POST' && path === '/v1/payments/payouts' ? 'send' : path.startsWith('/v1/payments/payouts/') ? 'read' : 'other';
    const runId =
      kind === 'send' ? (JSON.parse(body) as { sender_batch_header: { sender_batch_id: string } }).sender_batch_header.sender_batch_id : '';
    const sends = this.sends.get(runId) ?? { asked: 0, reached: 0, struck: 0 };
    if (kind === 'send') this.sends.set(runId, sends).get(runId)!.asked++;
    const fault = this.strikes(kind);
    if (fault && fault !== 'late' && fault !== 'doubled') sends.struck++;
    const forward = async (): Promise<Reply> => {
      sends.reached++;
      const headers = Object.fromEntries(
        ['authorization', 'content-type'].flatMap((name) => (request.headers[name] ? [[name, String(request.headers[name])]] : [])),
      );
      const answer = await fetch(this.upstream + path, { method: request.method!, headers, ...(request.method === 'GET' ? {} : { body }) });
      return { status: answer.status, body: await answer.text() };
    };
    if (kind === 'send') this.sending++;
    const reply = await this.reply(fault, path, forward).finally(() => kind === 'send' && this.sending--);
    if (!reply) return void request.socket.destroy();
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body);
  }

  /** Undefined: the connection ends. */
  private async reply(fault: Fault | undefined, path: string, forward: () => Promise<Reply>): Promise<Reply | undefined> {
    switch (fault) {
      case 'unreached':
        return undefined;
      case 'failedBefore':
        return said(503, 'SERVICE_UNAVAILABLE');
      case 'refused':
        return said(422, 'INSUFFICIENT_FUNDS');
      case 'lost':
        await forward();
        return undefined;
      case 'failedAfter':
        await forward();
        return said(500, 'INTERNAL_ERROR');
      case 'doubled':
        return (await Promise.all([forward(), forward()]))[Math.random() < 0.5 ? 0 : 1];
      case 'denied': {
        const { status, body } = await forward();
        return {
          status,
          body: body.replace(/"batch_status":"[A-Z]+"/, '"batch_status":"DENIED"').replaceAll(/"errors":\{[^}]*\}/g, '"errors":null'),
        };
      }
      case 'stale': {
        const before = this.answers.get(path);
        if (before) return before;
        break;
      }
      case 'late': {
        const answer = await forward();
        await wait(this.lateMs());
        return answer;
      }
    }
    const answer = await forward();
    if (!this.answers.has(path)) this.answers.set(path, answer);
    return answer;
  }

  /** Passes a notification on, or not. */
  private notice({ headers }: IncomingMessage, body: string): string {
    const fault = this.strikes('notice');
    const signed = Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('paypal-') || name === 'content-type'));
    const pass = async (text: string, afterMs = 0): Promise<void> => {
      if (afterMs) await wait(afterMs);
      const sites = this.sites();
      const site = sites[Math.floor(Math.random() * sites.length)];
      if (!site) return;
      const answer = await fetch(`${site}/api/paypal/notifications`, {
        method: 'POST',
        headers: signed as Record<string, string>,
        body: text,
      }).catch(() => undefined);
      if (text !== body) this.forged[answer?.status ?? 'no answer'] = (this.forged[answer?.status ?? 'no answer'] ?? 0) + 1;
    };
    const passed = async () => {
      if (fault === 'dropped') return;
      // Of a run that it names: one of an unknown batch is not looked at.
      if (fault === 'forged' && body.includes('sender_batch_id')) return pass(body.replace('"id":"WH-', '"id":"WH-X'));
      await Promise.all([pass(body, fault === 'late' ? this.lateMs() : 0), ...(fault === 'doubled' ? [pass(body)] : [])]);
    };
    const work = passed().finally(() => this.underWay.delete(work));
    this.underWay.add(work);
    return '';
  }

  private strikes(kind: Kind): Fault | undefined {
    const fault = this.faultOf(kind);
    if (fault) this.struck[`${kind} ${fault}`] = (this.struck[`${kind} ${fault}`] ?? 0) + 1;
    return fault;
  }
}
