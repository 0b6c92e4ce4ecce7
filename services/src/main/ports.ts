import type { Config } from '../platform/config.ts';
import { hostOf, refuseUsed } from '../platform/listening.ts';

/** Checks first, as a database and a year of history take a while. @throws WrongSettings */
export async function refuseUsedPorts(config: Config): Promise<void> {
  const { port, store, metrics } = config;
  const host = await hostOf(config);
  await refuseUsed(port, 'PORT', host);
  if (metrics.port) await refuseUsed(metrics.port, 'METRICS_PORT', host);
  if (store.sandbox) await refuseUsed(store.sandboxPort, 'SANDBOX_STORE_PORT', host);
}
