import { afterAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../services/src/platform/embedded-postgres.ts';
import { PUBLISHED } from '../../contracts/src/index.ts';
import { freshDatabase } from '../support/database.ts';
import { refunded, sold } from '../support/sales.ts';
import { type App, startApp } from '../support/system.ts';
import { operatorOf } from '../support/operator.ts';

const READERS = 100;
const RESTARTS = 3;

const db = await freshDatabase();
afterAll(() => db.close());

/** Polls or streams from its position; after any failure it continues there at the other api. */
class Reader {
  readonly ids: string[] = [];
  readonly positions: number[] = [];
  private at = 0;
  broken = 0;

  constructor(
    private urls: readonly string[],
    private readonly token: string,
    private readonly streams: boolean,
    private readonly limit: number,
  ) {}

  async follow(isOver: (at: number) => boolean): Promise<void> {
    while (!isOver(this.at))
      await (this.streams ? this.stream(isOver) : this.page()).catch(async () => {
        this.broken++;
        this.urls = this.urls.toReversed();
        await pause(50);
      });
  }

  private get url(): string {
    return `${this.urls[0]}/api/feed/events`;
  }

  private get headers() {
    return { Authorization: `Bearer ${this.token}` };
  }

  private take(event: { id: string; sequence: string }): void {
    this.ids.push(event.id);
    this.positions.push(Number(event.sequence));
  }

  private async page(): Promise<void> {
    const response = await fetch(`${this.url}?after=${this.at}&limit=${this.limit}&wait=2`, { headers: this.headers });
    if (!response.ok) throw new Error(String(response.status));
    const { events, next } = (await response.json()) as { events: { id: string; sequence: string }[]; next: number };
    for (const event of events) this.take(event);
    this.at = next;
  }

  private async stream(isOver: (at: number) => boolean): Promise<void> {
    const leaving = new AbortController();
    const headers = { ...this.headers, Accept: 'text/event-stream', 'Last-Event-ID': String(this.at) };
    const response = await fetch(`${this.url}?limit=${this.limit}`, { headers, signal: leaving.signal });
    if (!response.ok) throw new Error(String(response.status));
    let rest = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const frames = `${rest}${chunk}`.split('\n\n');
      rest = frames.pop()!;
      for (const frame of frames) {
        const [, data] = /^data: (.*)$/m.exec(frame) ?? [];
        if (data) this.take(JSON.parse(data));
        const [, id] = /^id: (\d+)$/m.exec(frame) ?? [];
        if (id) this.at = Number(id);
      }
      if (isOver(this.at)) break;
    }
    leaving.abort();
  }
}

it(`${READERS} readers receive every public event once and in order, between two apis through ${RESTARTS} failovers, and a replay`, async () => {
  const ports = [String(await freePort()), String(await freePort())];
  const start = (n: number) => startApp({ PORT: ports[n]! }, db);
  const apps = [await start(0), await start(1)];
  const [app] = apps as [App, App];
  const program = await app.program(['read:events', 'read:personal']);
  const others = await app.program(['read:events'], { perMinute: 6_000 });
  const urls = apps.map(({ url }) => url);
  const affiliates = await Promise.all(Array.from({ length: 5 }, () => app.affiliate()));
  let end = Infinity;
  const isOver = (at: number) => at >= end;
  const readers = Array.from(
    { length: READERS },
    (_, n) => new Reader(n % 5 ? urls : urls.toReversed(), (n % 3 ? program : others).token, n % 2 === 0, [1, 7, 100, 500][n % 4]!),
  );
  const reading = readers.map((reader) => reader.follow(isOver));
  const log = db.log;
  const sell = async (times: number) => {
    for (let n = 0; n < times; n++) {
      const { id } = affiliates[n % affiliates.length]!;
      const invoice = await sold(log, id, 1_00 + n, randomUUID());
      if (n % 4 === 0) await refunded(log, id, 1_00 + n, invoice);
    }
  };
  for (let n = 0; n < RESTARTS; n++) {
    const gone = n % 2;
    await Promise.all([sell(60), pause(300).then(() => apps[gone]!.stop())]);
    await sell(10);
    apps[gone] = await start(gone);
  }
  const [replayed] = await Promise.all([operatorOf(apps[0]!.system, db.ownerUrl)('replay', '--all', '--json'), sell(60)]);
  expect(replayed.code).toBe(0);
  end = (await log.head()).position;
  // One more event, for readers that are waiting.
  await sell(1);
  await Promise.all(reading);
  const published = (await log.read(0, 100_000, { types: PUBLISHED })).filter(({ position }) => position <= end);
  const wanted = published.map(({ id }) => id);
  expect(wanted.length).toBeGreaterThan(300);
  for (const reader of readers) {
    const upToEnd = reader.positions.filter((position) => position <= end).length;
    expect(reader.ids.slice(0, upToEnd)).toEqual(wanted);
    expect(new Set(reader.ids).size).toBe(reader.ids.length);
    expect(reader.positions).toEqual(reader.positions.toSorted((a, b) => a - b));
  }
  // Otherwise the failovers would prove nothing.
  expect(readers.reduce((sum, { broken }) => sum + broken, 0)).toBeGreaterThan(RESTARTS);
  for (const one of apps) await one.stop();
});
