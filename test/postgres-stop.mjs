import { rm } from 'node:fs/promises';

export default async function stop() {
  await globalThis.stopPostgres?.stop();
  await rm(globalThis.stopPostgres.folder, { recursive: true, force: true });
}
