import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';

// WEBHOOK_SECRET=whsec_… PORT=8080 node webhook-receiver.ts
const { WEBHOOK_SECRET, PORT = '8080' } = process.env;
if (!WEBHOOK_SECRET) throw new Error('Set WEBHOOK_SECRET to the secret that was shown when the webhook was added');
const webhook = new Webhook(WEBHOOK_SECRET);
const MAX_BYTES = 256 * 1024;

/** An event may arrive more than once, always with the same id. A real receiver keeps the ids in its database. */
const seen = new Set<string>();

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MAX_BYTES) throw new WebhookVerificationError('too long');
    parts.push(part);
  }
  // The signature covers these bytes: verify first, then parse.
  return Buffer.concat(parts).toString();
}

const server = createServer(async (request, response) => {
  try {
    const event = webhook.verify(await bodyOf(request), request.headers as Record<string, string>) as {
      id: string;
      type: string;
      data: object;
    };
    if (!seen.has(event.id)) console.log(event.type, JSON.stringify(event.data));
    seen.add(event.id);
    // Any 2xx, within ten seconds. Queue longer work.
    response.writeHead(204).end();
  } catch (error) {
    // 4xx and 5xx are retried for three days; 410 pauses the webhook.
    response.writeHead(error instanceof WebhookVerificationError ? 401 : 500).end();
  }
});
server.listen(Number(PORT), () => console.log(`Listening on port ${(server.address() as AddressInfo).port}`));
