import { appendFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

// FRAMELIFT_URL=https://… FRAMELIFT_KEY=flk_… node follow-feed.ts events.csv
const { FRAMELIFT_URL, FRAMELIFT_KEY } = process.env;
if (!FRAMELIFT_URL || !FRAMELIFT_KEY) throw new Error('Set FRAMELIFT_URL, and FRAMELIFT_KEY to an API key with the scope read:events');
const file = process.argv[2] ?? 'events.csv';

interface Feed {
  events: { sequence: string; id: string; time: string; type: string; subject?: string; data: object }[];
  next: number;
}

/** Reading continues after the last event in the file. A partial line left by a crash is cut off. */
function saved(): { after: number; known: string | undefined } {
  if (!existsSync(file)) writeFileSync(file, 'sequence,id,time,type,subject,data\n');
  const whole = readFileSync(file);
  const end = whole.lastIndexOf('\n') + 1;
  truncateSync(file, end);
  const [sequence, id] = whole.toString('utf8', 0, end).trimEnd().split('\n').at(-1)!.split(',');
  return sequence === 'sequence' ? { after: 0, known: undefined } : { after: Number(sequence), known: id };
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

let { after, known } = saved();
for (;;) {
  try {
    // With the last event received, the feed can detect that the log lost it.
    const query = `after=${after}&wait=20&limit=500${known ? `&known=${known}` : ''}`;
    const response = await fetch(`${FRAMELIFT_URL}/api/feed/events?${query}`, { headers: { Authorization: `Bearer ${FRAMELIFT_KEY}` } });
    // A wrong key, or a log restored to an earlier moment (409): retrying does not help.
    if (response.status < 500 && response.status !== 429 && !response.ok) process.exitCode = 1;
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    const { events, next } = (await response.json()) as Feed;
    const lines = events.map((e) => `${e.sequence},${e.id},${e.time},${e.type},${e.subject ?? ''},${quoted(JSON.stringify(e.data))}\n`);
    appendFileSync(file, lines.join(''), { flush: true });
    after = next;
    known = events.at(-1)?.id ?? known;
    if (events.length) console.log(`${events.length} events, up to ${after}`);
  } catch (error) {
    console.error((error as Error).message);
    if (process.exitCode) break;
    await pause(5_000);
  }
}
