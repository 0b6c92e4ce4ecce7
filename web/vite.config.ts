import { reactRouter } from '@react-router/dev/vite';
import { defaultClientConditions, defaultServerConditions, defineConfig } from 'vite';

/** `source` reads the contracts' TypeScript, so the web builds without building them first. */
export default defineConfig({
  plugins: [reactRouter()],
  resolve: { conditions: ['source', ...defaultClientConditions] },
  ssr: { resolve: { conditions: ['source', ...defaultServerConditions] } },
  // Production has one origin; in development Vite stands in for it.
  server: { proxy: { '/api': 'http://localhost:3000' } },
});
