import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from './config.ts';
import { WrongSettings } from './settings.ts';

/** Why a process may not listen, by Node's code. */
const reasons: Record<string, (port: number, setting: string) => string> = {
  EADDRINUSE: (port, setting) => `Port ${port} is in use; set ${setting} to another one`,
  EACCES: (port, setting) => `This user may not use port ${port}; set ${setting} to one above 1023`,
  EADDRNOTAVAIL: () => 'HOST is not an address of this machine',
  ENOTFOUND: () => 'HOST is not an address of this machine',
  EAI_AGAIN: () => 'HOST is not an address of this machine',
};

/** A sentence about a failure to listen, which names the setting. */
export const cannotListen =
  (port: number, setting: string) =>
  (error: unknown): never => {
    const reason = reasons[(error as { code?: string }).code ?? ''];
    throw reason ? new WrongSettings(reason(port, setting)) : error;
  };

/** @throws WrongSettings if this port cannot be used. */
export async function refuseUsed(port: number, setting: string, host: string): Promise<void> {
  const server = createServer().listen({ port, host });
  await once(server, 'listening').catch(cannotListen(port, setting));
  server.close();
  await once(server, 'close');
}

/** Where servers listen: at HOST; without it at every address of this machine, even without IPv6. */
export async function hostOf({ host }: Pick<Config, 'host'>): Promise<string> {
  if (host) return host;
  const server = createServer().listen({ port: 0, host: '::' });
  try {
    await once(server, 'listening');
    server.close();
    return '::';
  } catch {
    return '0.0.0.0';
  }
}
