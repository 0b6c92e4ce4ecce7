// npm run docs: the documents as a site, in .cache/site. Publish that folder anywhere.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const decisions = readdirSync(join(import.meta.dirname, '../decisions')).filter((name) => /^\d{4}-/.test(name));
const page = (text, link) => ({ text, link });

export default {
  title: 'Framelift',
  description: 'A self-hosted sales site with an affiliate programme whose books cannot be wrong.',
  srcDir: '..',
  outDir: '../.cache/site',
  cacheDir: '../.cache/vitepress',
  srcExclude: ['**/node_modules/**', '.cache/**', '.github/**', 'services/**', 'web/**', 'test/**', 'contracts/**', 'tools/**', 'bench/**'],
  rewrites: { 'README.md': 'index.md' },
  // Documents name source files, which the site does not have.
  ignoreDeadLinks: true,
  // Documents are plain Markdown: their tags are text, not components.
  markdown: {
    html: false,
    config: (md) => (md.renderer.rules.text = (tokens, i) => md.utils.escapeHtml(tokens[i].content).replaceAll('{{', '&#123;&#123;')),
  },
  themeConfig: {
    search: { provider: 'local' },
    nav: [page('Run it', '/deploy/RUNBOOK'), page('Change it', '/docs/adding'), page('Releases', '/CHANGELOG')],
    sidebar: [
      {
        text: 'Run it',
        items: [
          page('Start', '/'),
          page('Runbook', '/deploy/RUNBOOK'),
          page('Settings', '/docs/reference'),
          page('SellAuth', '/docs/sellauth'),
          page('Stripe', '/docs/stripe'),
        ],
      },
      { text: 'What it does', items: [page('Product', '/docs/product'), page('Rules', '/docs/rules'), page('Glossary', '/docs/glossary')] },
      {
        text: 'How it works',
        items: [
          page('Architecture', '/docs/architecture'),
          page('Change it', '/docs/adding'),
          page('Contributing', '/CONTRIBUTING'),
          page('Proofs', '/docs/proof'),
          page('Measurements', '/docs/measurements'),
        ],
      },
      {
        text: 'Decisions',
        collapsed: true,
        items: decisions.map((name) => page(name.slice(5, -3).replaceAll('-', ' '), `/docs/decisions/${name.slice(0, -3)}`)),
      },
    ],
  },
};
