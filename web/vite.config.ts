import { reactRouter } from '@react-router/dev/vite';
import { defaultClientConditions, defaultServerConditions, defineConfig } from 'vite';

/** Canonical addresses, the sitemap and social images name the whole address: set PUBLIC_URL for the build as for the server. */
const publicUrl = (process.env['PUBLIC_URL'] || 'http://localhost:3000').replace(/\/$/, '');

/** `source` reads the contracts' TypeScript, so the web builds without building them first. */
export default defineConfig({
  define: { 'import.meta.env.VITE_PUBLIC_URL': JSON.stringify(publicUrl) },
  plugins: [reactRouter()],
  build: {
    // All styles together are 12 kB compressed: one request instead of fifteen before anything is painted.
    cssCodeSplit: false,
    // What every page needs anyway travels in few files.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'framework', test: /node_modules[\\/](react|react-dom|react-router|scheduler|cookie|set-cookie-parser)[\\/]/ },
            { name: 'icons', test: /node_modules[\\/]lucide-react[\\/]/ },
            {
              name: 'frame',
              test: /src[\\/](app[\\/](?!withStore|notFound)|ui[\\/](Button|Card|FrameBars|Hero|Section|Logo|Loading|Failed|Points|CallToAction|CheckList|HoverMenu)|lib[\\/](meta|paths|stored|referral|scrollTarget|useCalmMotion|useHydrated|format)|content[\\/](pages|links))/,
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
