import { fileURLToPath } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import {
  build,
  defaultClientConditions,
  defaultServerConditions,
  defineConfig,
  type EnvironmentOptions,
  type Plugin,
  type Rolldown,
  type UserConfig,
} from 'vite';
import { basicFont } from './basicFont.ts';

/**
 * What pages of every kind show, and nothing that needs the store: a page loads it in one request instead of ten. Files directly in one of
 * these folders belong to it, files in folders below them do not; nor do the store and what public pages alone show.
 */
const frame =
  /src[\\/](?:(?:ui|lib|session)[\\/](?!HoverMenu|disclosures|(?:Code|Password)?Field|useSettled|useCalmMotion)[^\\/]+|lib[\\/]network[\\/][^\\/]+|ui[\\/]layout[\\/](?:Boundary|Stack|Text|Toaster|Toolbar)[^\\/]+|app[\\/](?:entry\.client|root|ArriveOnPage|PageData|Splash|alive)[^\\/]+|content[\\/]page-heads\.ts|rules[\\/]paths\.ts)$|lucide-react[\\/](?:(?!.*[\\/]icons[\\/])|.*[\\/](?:menu|chevron-down)\.\w+$)/;
/** What several public pages show: a dashboard loads none of it. */
const publicFrame =
  /src[\\/](?:(?:site|site[\\/]content)[\\/](?!notFound|cardIcons|Goals|products)[^\\/]+|app[\\/](?:site|Announcement|Footer|Navigation)[^\\/]*|ui[\\/](?:HoverMenu|disclosures|useCalmMotion)[^\\/]*|content[\\/]guides\.ts)$/;

/** One that few pages or tabs show travels with them, and so do those that only cards of public pages have. */
const icons =
  /node_modules[\\/]lucide-react[\\/].*[\\/]icons[\\/](?!monitor-cog|cpu|gamepad|handshake|network|chart-no|mouse-pointer|ruler|megaphone|key-round|list-checks|shield-check|timer|headphones|gauge|refresh-cw|link-2|activity|layout-dashboard)/;

const arriving = fileURLToPath(new URL('./src/lib/network/arriving.ts', import.meta.url));

/** Code that loads later waits for the network: Vite's own helper would import what has not arrived. */
const waitForCode: Plugin = {
  name: 'wait-for-code',
  enforce: 'pre',
  resolveId: (id) => (id === '\0vite/preload-helper.js' ? arriving : undefined),
  generateBundle(_options, files) {
    if (Object.values(files).some((file) => file.type === 'chunk' && file.code.includes('vite:preloadError')))
      throw new Error('Vite loads code in another way: look at waitForCode');
  },
};

const LOADED = /await (import\([^)]*\))/;
const RELOAD = 'window.location.reload();';

/**
 * React Router takes code that does not load for a deployment, and loads the page again that somebody leaves. With this it waits without
 * network, and where the code is gone it goes to the page they asked for. `styles`: entry.client.tsx.
 */
const toThePageAskedFor: Plugin = {
  name: 'to-the-page-asked-for',
  transform(code, id) {
    if (!/react-router[\\/]dist[\\/].*[\\/]routeModules\.js/.test(id)) return undefined;
    if (!LOADED.test(code) || !code.includes(RELOAD))
      throw new Error('React Router loads the code of pages in another way: look at toThePageAskedFor');
    const asked = 'window.__reactRouterDataRouter?.state.navigation.location';
    return `import { arrived } from ${JSON.stringify(arriving)};\n${code
      .replace(LOADED, 'await arrived([route.module, ...(route.imports ?? []), ...route.styles]).then(() => $1)')
      .replace(
        RELOAD,
        `const asked = ${asked}; if (asked) window.location.assign(asked.pathname + asked.search + asked.hash); else ${RELOAD}`,
      )}`;
  },
};

const EARLY = 'virtual:early';

/** The text of the script that every built page carries (src/app/early.ts). The browser's build and a page under development have none. */
const earlyScript: Plugin = {
  name: 'early-script',
  resolveId: (id) => (id === EARLY ? `\0${EARLY}` : undefined),
  async load(id) {
    if (id !== `\0${EARLY}`) return undefined;
    if (this.environment.name !== 'ssr' || this.environment.mode !== 'build') return `export default ''`;
    const [built] = (await build({
      configFile: false,
      logLevel: 'warn',
      resolve: { conditions: ['source', ...defaultClientConditions] },
      build: {
        write: false,
        lib: { entry: fileURLToPath(new URL('./src/app/early.ts', import.meta.url)), formats: ['iife'], name: 'early' },
      },
    })) as Rolldown.RolldownOutput[];
    return `export default ${JSON.stringify(built!.output[0].code.trim())}`;
  },
};

const NO_NODE = '\0no-node';

/** The program that checks a proof asks for Node's modules only where Node runs it. */
const withoutNode: Plugin = {
  name: 'without-node',
  enforce: 'pre',
  resolveId: (id) => (id.startsWith('node:') ? NO_NODE : undefined),
  load: (id) => (id === NO_NODE ? 'export {}' : undefined),
};

/** One file without packages, which finds the browser's build beside it, with React's own build for production. */
const serverBuild: EnvironmentOptions = {
  resolve: { noExternal: true },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: { rolldownOptions: { input: './src/app/render.ts', output: { codeSplitting: false } } },
};

/** `source` reads the contracts' TypeScript, so the web builds without building them first. */
export default defineConfig(async ({ command }): Promise<UserConfig> => ({
  plugins: [waitForCode, toThePageAskedFor, earlyScript, reactRouter()],
  environments: {
    client: {
      build: {
        // Vite names the files that code needs only where they are several.
        modulePreload: { resolveDependencies: (file, needed) => (needed.length ? needed : [file]) },
        // What every page needs anyway travels in few files.
        rolldownOptions: {
          // Hints for developers, which libraries also have in production: their texts travel with every page.
          treeshake: { manualPureFunctions: ['warning', 'warningOnce', 'console.warn'] },
          output: {
            codeSplitting: {
              groups: [
                { name: 'framework', test: /node_modules[\\/](react|react-dom|react-router|scheduler|cookie|set-cookie-parser)[\\/]/ },
                // Before the store's group, which takes along whatever its modules import.
                { name: 'frame', test: frame },
                {
                  name: 'store',
                  test: /node_modules[\\/](@reduxjs|react-redux|immer|reselect|redux|redux-thunk)[\\/]|src[\\/](app[\\/]withStore|session[\\/]api[\\/](api|store)\.)/,
                },
                // Before that of public pages: dashboards have some of these too.
                { name: 'icons', test: icons, minShareCount: 5 },
                { name: 'public', test: publicFrame },
              ],
            },
          },
        },
      },
    },
    ...(command === 'build' && { ssr: serverBuild }),
  },
  worker: { format: 'es', plugins: () => [withoutNode] },
  resolve: {
    conditions: ['source', ...defaultClientConditions],
    alias: [
      { find: /^basic-font\.woff2/, replacement: await basicFont() },
      // What it writes into the page, the page's policy refuses (adoptedStyle.ts).
      { find: 'react-style-singleton', replacement: fileURLToPath(new URL('./src/app/adoptedStyle.ts', import.meta.url)) },
    ],
  },
  ssr: { resolve: { conditions: ['source', ...defaultServerConditions] } },
}));
