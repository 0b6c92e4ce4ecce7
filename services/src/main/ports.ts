import { once } from 'node:events';
import { createServer } from 'node:net';
import { type Config, WrongSettings } from '../platform/config.ts';

const wrong = (port: number, setting: string): WrongSettings => new WrongSettings(`Port ${port} is in use; set ${setting} to another one`);

const isUsed = (error: unknown): boolean => (error as { code?: string }).code === 'EADDRINUSE';

/** Listening that failed, as a sentence that names the setting. */
export const inUse =
  (port: number, setting: string) =>
  (error: unknown): never => {
    throw isUsed(error) ? wrong(port, setting) : error;
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
