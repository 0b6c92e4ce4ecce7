import { CONFIG } from '../platform/tokens.ts';
import { listen, openApi, showAdmin } from './api.ts';
import { runProcess } from './process.ts';

/** The api of a system of several processes: HTTP and the built site, no projections. SIGTERM: finishes accepted requests. */
runProcess(openApi, async (api) => {
  await listen(api);
  await showAdmin(api);
  console.log(`The api is ready at ${api.get(CONFIG).publicUrl}`);
});
