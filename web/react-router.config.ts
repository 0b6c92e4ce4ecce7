import type { Config } from '@react-router/dev/config';
import { paths } from './src/lib/paths.ts';

/** Static output only: every known path becomes real HTML, everything else is answered with `__spa-fallback.html`. */
export default {
  appDirectory: 'src/app',
  ssr: false,
  prerender: Object.values(paths),
} satisfies Config;
