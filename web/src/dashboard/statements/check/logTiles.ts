import { entriesPath, type Options } from '../../../../../deploy/framelift-verify.mjs';

const TILE = 256;
/** So many tiles are on their way at once: what a browser asks one host for. */
const AT_ONCE = 6;
const TIMEOUT_MS = 30_000;
/** Waits before the next attempt, for a server that is busy or restarts. */
const WAITS_MS = [500, 2_000];

/** @throws Error with the reason, after the last attempt */
async function read(path: string, attempt = 0): Promise<Uint8Array> {
  const response = await fetch(path, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' }).catch(() => undefined);
  const bytes = response?.ok && (await response.arrayBuffer().catch(() => undefined));
  if (bytes) return new Uint8Array(bytes);
  const wait = response?.status === 404 ? undefined : WAITS_MS[attempt];
  if (wait === undefined) throw new Error(`${path} cannot be read (${response ? `status ${response.status}` : 'no connection'})`);
  await new Promise((passed) => setTimeout(passed, wait));
  return read(path, attempt + 1);
}

/** Reads the entries of a log of `size` events, the next tiles ahead. `log`: its path, such as `/log`. */
export function entriesOf(log: string, size: number, onRead: (done: number) => void): NonNullable<Options['entries']> {
  const asked = new Map<number, Promise<Uint8Array>>();
  const ask = (n: number) => {
    const reading = read(`${log}/${entriesPath(n, Math.min(TILE, size - n * TILE))}`);
    // It is thrown when the verifier comes to this tile.
    reading.catch(() => {});
    asked.set(n, reading);
    return reading;
  };
  return async (n) => {
    for (let next = n; next < n + AT_ONCE && next * TILE < size; next++) if (!asked.has(next)) void ask(next);
    const bytes = await (asked.get(n) ?? ask(n));
    asked.delete(n);
    onRead(Math.min(size, (n + 1) * TILE));
    return bytes;
  };
}
