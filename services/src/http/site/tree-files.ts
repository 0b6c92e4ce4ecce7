import { refusals } from '@framelift/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Checkpoints } from '../../engine/tree/checkpoints.ts';
import type { Origins } from '../../engine/tree/origins.ts';
import type { Witnesses } from '../../engine/tree/witnesses.ts';
import { entriesTile, TILE_LEVELS, TILE, type TileName, tileNamed, widthIn } from '../../engine/tree/tiles.ts';
import { entriesOf } from '../../engine/tree/tree.ts';
import { Refused } from '../../platform/refused.ts';
import { YEAR_SECONDS } from '../security-headers.ts';

const TILES = '/tile/';
/** After the system went back, the second name with its number. */
const LOGS = ['/log', '/log-:history(^\\d+$)'];

/** The bytes of a tile; undefined: the last checkpoint does not reach so far. */
function tileBytes(checkpoints: Checkpoints, tile: TileName): Promise<Buffer | undefined> {
  const { level, n, width } = tile;
  return checkpoints.inView(async (session, { size }) => {
    if (widthIn(size, tile) < width) return undefined;
    const from = n * TILE;
    if (level === 'entries') return entriesTile(await entriesOf(session, from, from + width));
    if (level === 0) return Buffer.concat((await checkpoints.tree.leaves(session, n, size)).slice(0, width));
    const node = await checkpoints.tree.at(session, size);
    return Buffer.concat(await Promise.all(Array.from({ length: width }, (_, i) => node(level * TILE_LEVELS, from + i))));
  });
}

/** Publishes the log's tree as static files (c2sp.org/tlog-tiles). They hold hashes and tags alone. */
export function serveTree(fastify: FastifyInstance, checkpoints: Checkpoints, witnesses: Witnesses, origins: Origins): void {
  const missing = () => new Refused(refusals.notFound, 'missing');
  /** @throws Refused: the path is of a withdrawn history, or of none */
  const current = async ({ url }: FastifyRequest): Promise<void> => {
    if (!(await origins.now()).endsWith(`/${url.split('/', 2)[1]}`)) throw missing();
  };
  const text = (reply: FastifyReply) => reply.type('text/plain; charset=utf-8').header('Cache-Control', 'no-cache');
  const checkpoint = async (request: FastifyRequest, reply: FastifyReply) => {
    await current(request);
    const note = await checkpoints.inView(async (_session, last) => last.note);
    if (note === undefined) throw missing();
    const cosigned = witnesses.configured.length ? (await witnesses.notes()).find((one) => one.note.startsWith(note)) : undefined;
    return text(reply).send(cosigned?.note ?? note);
  };
  const withdrawn = async (request: FastifyRequest, reply: FastifyReply) => {
    await current(request);
    const notes = await origins.withdrawals();
    if (!notes.length) throw missing();
    return text(reply).send(notes.join('\n'));
  };
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    await current(request);
    const path = request.url.split('?', 1)[0]!;
    const tile = tileNamed(path.slice(path.indexOf(TILES) + TILES.length));
    const bytes = tile && (await tileBytes(checkpoints, tile));
    if (!bytes) throw missing();
    return reply.type('application/octet-stream').header('Cache-Control', `public, max-age=${YEAR_SECONDS}, immutable`).send(bytes);
  };
  for (const log of LOGS) {
    fastify.get(`${log}/checkpoint`, checkpoint);
    fastify.get(`${log}/withdrawn`, withdrawn);
    // The level, one to four parts of the number, and a width. Hashes do not get smaller, and those that begin like a compressed file would
    // be called compressed.
    for (let parts = 2; parts <= 6; parts++)
      fastify.get(log + TILES + Array.from({ length: parts }, (_, i) => `:part${i}`).join('/'), { compress: false }, answer);
  }
}
