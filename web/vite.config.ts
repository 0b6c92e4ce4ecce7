import { reactRouter } from '@react-router/dev/vite';
import { defaultClientConditions, defaultServerConditions, defineConfig } from 'vite';

/** Canonical addresses, the sitemap and social images name the whole address: set PUBLIC_URL for the build as for the server. */
const publicUrl = (process.env['PUBLIC_URL'] || 'http://localhost:3000').replace(/\/$/, '');

/** `source` reads the contracts' TypeScript, so the web builds without building them first. */
export default defineConfig({
  define: { 'import.meta.env.VITE_PUBLIC_URL': JSON.stringify(publicUrl) },
  plugins: [reactRouter()],
  resolve: { conditions: ['source', ...defaultClientConditions] },
  ssr: { resolve: { conditions: ['source', ...defaultServerConditions] } },
  // Production has one origin; in development Vite stands in for it.
  server: { proxy: { '/api': 'http://localhost:3000' } },
});
