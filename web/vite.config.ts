import { reactRouter } from '@react-router/dev/vite';
import { defaultClientConditions, defaultServerConditions, defineConfig } from 'vite';

/** What several public pages show, and nothing that needs the store: a page loads it in one request instead of ten. */
const frame = {
  ui: [
    'AppPreview',
    'Avatar',
    'Badge',
    'Banner',
    'Button',
    'BuyNow',
    'CallToAction',
    'Card',
    'CheckList',
    'CodeField',
    'CopyButton',
    'CopyField',
    'Empty',
    'Failed',
    'Field',
    'FrameBars',
    'Goals',
    'Hero',
    'HoverMenu',
    'LazyDialog',
    'Loading',
    'Logo',
    'Page',
    'PasswordField',
    'Points',
    'Price',
    'Progress',
    'ReleaseCard',
    'Section',
    'Stat',
    'Thumbnail',
    'Video',
  ],
  lib: [
    'clipboard',
    'exampleData',
    'feeds',
    'format',
    'meta',
    'paths',
    'referral',
    'scrollTarget',
    'session',
    'stored',
    'useCalmMotion',
    'useHydrated',
    'useMedia',
  ],
  content: ['downloads', 'guides', 'links', 'pages', 'products'],
};

/** `source` reads the contracts' TypeScript, so the web builds without building them first. */
export default defineConfig({
  plugins: [reactRouter()],
  build: {
    // All styles together are 15 kB compressed: they travel in each page (tools/finish-build.mjs).
    cssCodeSplit: false,
    // What every page needs anyway travels in few files.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'framework', test: /node_modules[\\/](react|react-dom|react-router|scheduler|cookie|set-cookie-parser)[\\/]/ },
            { name: 'icons', test: /node_modules[\\/]lucide-react[\\/]/ },
            // Before the store's group, which takes along whatever its modules import.
            {
              name: 'frame',
              test: new RegExp(
                `src[\\\\/](app[\\\\/](?!withStore|notFound)|ui[\\\\/](${frame.ui.join('|')})\\.|lib[\\\\/](${frame.lib.join('|')})\\.|content[\\\\/](${frame.content.join('|')})\\.|paths\\.)`,
              ),
            },
            {
              name: 'store',
              test: /node_modules[\\/](@reduxjs|react-redux|immer|reselect|redux|redux-thunk)[\\/]|src[\\/](app[\\/]withStore|lib[\\/](api|store)\.)/,
            },
          ],
        },
      },
    },
  },
  resolve: {
    conditions: ['source', ...defaultClientConditions],
    // What it writes into the page, the page's policy refuses (adoptedStyle.ts).
    alias: { 'react-style-singleton': new URL('./src/lib/adoptedStyle.ts', import.meta.url).pathname },
  },
  ssr: { resolve: { conditions: ['source', ...defaultServerConditions] } },
  // Production has one origin; in development Vite stands in for it.
  server: { proxy: { '/api': 'http://localhost:3000' } },
});
