import { migrate } from '../platform/migrate.ts';
import { Registration } from '../programme/sign-in/registration.ts';
import { runProcess } from './process.ts';
import { openShared } from './scaled.ts';
import { serveApi } from './serve.ts';

const WEB = new URL('../../../web/build/client/', import.meta.url).pathname;

/** The api of a system of several processes: HTTP and the built site, no projections. SIGTERM: answers what it accepted. */
runProcess(async (onStop) => {
  const system = await openShared(onStop, migrate);
  const api = await serveApi(system, onStop, WEB);
  const admin = await api.get(Registration).firstAdmin(system.now());
  if (admin) console.log(`\nThe admin account (shown once): ${admin.username} / ${admin.password}\n`);
  console.log(`The api is ready at ${system.config.publicUrl}`);
});
