import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../services/src/platform/embedded-postgres.ts';

/** A folder, ports and settings for an `npm start` that shares nothing. */
export interface OwnStart {
  folder: string;
  env: Record<string, string>;
  url: string;
  remove(): Promise<void>;
}

export async function ownStart(): Promise<OwnStart> {
  const folder = await mkdtemp(join(tmpdir(), 'framelift-start-'));
  // Under root, PostgreSQL runs as another user: if that one has no access, its data would be put elsewhere, and stay there.
  await chmod(folder, 0o711);
  const [port, store] = [await freePort(), await freePort()];
  return {
    folder,
    env: { DATA_DIR: join(folder, 'data'), PORT: String(port), SANDBOX_STORE_PORT: String(store) },
    url: `http://localhost:${port}`,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
