import { once } from 'node:events';
import { createServer } from 'node:net';
import { type Config, WrongSettings } from '../platform/config.ts';

/** Why a process may not listen, by Node's code. */
const reasons: Record<string, string> = { EADDRINUSE: 'is in use', EACCES: 'is not for this user' };

/** Listening that failed, as a sentence that names the setting. */
export const inUse =
  (port: number, setting: string) =>
  (error: unknown): never => {
    const reason = reasons[(error as { code?: string }).code ?? ''];
    throw reason ? new WrongSettings(`Port ${port} ${reason}; set ${setting} to another one`) : error;
  };

/** Checks first, as a database and a year of history take a while. @throws WrongSettings */
export async function refuseUsedPorts({ port, store }: Config): Promise<void> {
  await refuseUsed(port, 'PORT', '0.0.0.0');
  if (store.sandbox) await refuseUsed(store.sandboxPort, 'SANDBOX_STORE_PORT');
}

async function refuseUsed(port: number, setting: string, host?: string): Promise<void> {
  const server = createServer().listen({ port, host });
  await once(server, 'listening').catch(inUse(port, setting));
  server.close();
  await once(server, 'close');
}
