import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asyncapi, cataloguePage, events, openapi } from '@framelift/contracts';
import { nginxConf } from '../http/nginx.ts';
import { startPostgres } from '../platform/embedded-postgres.ts';
import { migrate } from '../platform/migrate.ts';
import { createPool } from '../platform/pg.ts';
import { schemaSql } from '../platform/schema-sql.ts';
import { listed } from './projections.ts';

/** The schema of a database of its own that saw all migrations. */
async function schema(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'framelift-schema-'));
  const server = await startPostgres(folder, 'framelift', { throwaway: true });
  const owner = createPool(server.ownerUrl, { max: 1 });
  try {
    await migrate(server.ownerUrl);
    return await schemaSql(owner);
  } finally {
    await owner.end();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const root = new URL('../../../', import.meta.url);

/** Writes what is generated from the contracts, the projections and the migrations; CI compares it with what is checked in. */
const generated = {
  'contracts/openapi.json': `${JSON.stringify(openapi(), null, 2)}\n`,
  'contracts/asyncapi.json': `${JSON.stringify(asyncapi(events), null, 2)}\n`,
  'contracts/CATALOGUE.md': cataloguePage(events, listed),
  'services/sql/schema.sql': await schema(),
  'deploy/nginx.conf': nginxConf(await readFile(new URL('deploy/nginx.conf', root), 'utf8')),
};

for (const [file, content] of Object.entries(generated)) await writeFile(new URL(file, root), content);
