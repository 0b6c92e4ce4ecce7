import { writeFile } from 'node:fs/promises';
import { asyncapi, cataloguePage, events, openapi } from '@framelift/contracts';
import { listed } from './projections.ts';

/** Writes what is generated from the contracts and the projections; CI compares it with what is checked in. */
const generated = {
  'contracts/openapi.json': `${JSON.stringify(openapi(), null, 2)}\n`,
  'contracts/asyncapi.json': `${JSON.stringify(asyncapi(events), null, 2)}\n`,
  'contracts/CATALOGUE.md': cataloguePage(events, listed),
};

const root = new URL('../../../', import.meta.url);
for (const [file, content] of Object.entries(generated)) await writeFile(new URL(file, root), content);
