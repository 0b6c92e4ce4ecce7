import type { Config } from '@react-router/dev/config';

/** The api renders pages with the server build (services/src/http/site). The browser knows all routes: it asks for nothing before it navigates. */
export default { appDirectory: 'src/app', ssr: true, routeDiscovery: { mode: 'initial' } } satisfies Config;
