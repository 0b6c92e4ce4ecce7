import type { Config } from '@react-router/dev/config';
import { pages } from './src/lib/pages.ts';

/** Static output only: every page becomes real HTML, also the one for addresses that are none. */
export default { appDirectory: 'src/app', ssr: false, prerender: Object.values(pages).map(({ path }) => path) } satisfies Config;
