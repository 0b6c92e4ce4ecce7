import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

// FRAMELIFT_URL=https://… FRAMELIFT_KEY=flk_… DISCORD_WEBHOOK=https://discord.com/api/webhooks/… node discord.ts
const { FRAMELIFT_URL, FRAMELIFT_KEY, DISCORD_WEBHOOK, POSITION_FILE = 'discord.position' } = process.env;
if (!FRAMELIFT_URL || !FRAMELIFT_KEY || !DISCORD_WEBHOOK) throw new Error('Set FRAMELIFT_URL, FRAMELIFT_KEY and DISCORD_WEBHOOK');

interface Feed {
  events: { sequence: string; id: string; data: { product: string; amountCents: number; commissionCents: number } }[];
  next: number;
  head: number;
}
const euros = (cents: number) => `€${(cents / 100).toFixed(2)}`;

async function ask(query: string): Promise<Feed> {
  const headers = { Authorization: `Bearer ${FRAMELIFT_KEY}` };
  const response = await fetch(`${FRAMELIFT_URL}/api/feed/events?types=sale.credited&${query}`, { headers });
  if (!response.ok) throw new Error(`the feed: ${response.status} ${await response.text()}`);
  return (await response.json()) as Feed;
}

/** Above its rate limit, Discord says how long to wait. */
async function post(content: string): Promise<void> {
  const body = JSON.stringify({ content, allowed_mentions: { parse: [] } });
  const response = await fetch(DISCORD_WEBHOOK!, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  if (response.ok) return;
  await pause(Number(response.headers.get('retry-after') ?? 5) * 1000);
  if (response.status !== 429) throw new Error(`Discord: ${response.status}`);
  await post(content);
}

let after = 0;
/** The last event received: with it the feed can detect that the log lost it. */
let known = '';
function save(position: number, id = known): void {
  [after, known] = [position, id];
  writeFileSync(POSITION_FILE, `${after} ${known}`);
}

/** The end of the log: a request from there shows whether there is more by now. */
async function end(from = 0): Promise<number> {
  const { head } = await ask(`after=${from}&limit=1`);
  return head > from ? end(head) : head;
}

// The first run posts only new sales; later runs post all since the last one.
if (!existsSync(POSITION_FILE)) save(await end());
const [position = '0', id = ''] = readFileSync(POSITION_FILE, 'utf8').split(' ');
save(Number(position), id);
console.log(`Following from ${after}`);
for (;;) {
  try {
    const { events, next } = await ask(`after=${after}&wait=20${known && `&known=${known}`}`);
    for (const { sequence, id, data } of events) {
      await post(`Sale of ${data.product} for ${euros(data.amountCents)}, ${euros(data.commissionCents)} to an affiliate`);
      save(Number(sequence), id);
    }
    save(next);
  } catch (error) {
    console.error((error as Error).message);
    await pause(5_000);
  }
}
