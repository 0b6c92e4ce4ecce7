import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { docsPolicy, policyOf } from './content-policy.ts';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const directive = (policy: string, name: string) => policy.split('; ').find((part) => part.startsWith(`${name} `));

/** Its place in npm's folder: the package does not export the page it serves. */
const PAGE = fileURLToPath(new URL('../../../../node_modules/@nestjs/swagger/dist/swagger-ui/swagger-ui.js', import.meta.url));

describe('the policy of a page', () => {
  it('lists the page’s inline scripts, styles and style attributes, and no data', () => {
    const html = `<style>p{}</style><p style="color:&quot;x&quot;"></p><script src="/a.js"></script><script type="application/ld+json">{}</script>
      <script>run()</script><script type="late" data-loads="/b.js">import("/c.js")</script><script id="known" type="application/json">{}</script>`;
    const policy = policyOf(html, ['https:']);
    expect(directive(policy, 'script-src')).toBe(`script-src 'self' ${hash('run()')} ${hash('import("/c.js")')}`);
    expect(directive(policy, 'style-src')).toBe(`style-src 'self' ${hash('p{}')}`);
    expect(directive(policy, 'style-src-attr')).toBe(`style-src-attr 'unsafe-hashes' ${hash('color:"x"')}`);
    expect(directive(policy, 'frame-src')).toBe('frame-src https:');
    expect(directive(policyOf('<p></p>', []), 'style-src-attr')).toBe(`style-src-attr 'none'`);
  });

  it('allows the inline styles of @nestjs/swagger in the API’s documents, and no inline script', async () => {
    const { buildSwaggerHTML } = (await import(PAGE)) as { buildSwaggerHTML: (baseUrl: string, options: object) => string };
    const html = buildSwaggerHTML('./docs/', { customSiteTitle: 'Framelift API' });
    const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, text]) => hash(text!));
    const attributes = [...html.matchAll(/\sstyle="([^"]*)"/g)].map(([, text]) => hash(text!));
    expect(directive(docsPolicy, 'style-src')).toBe(`style-src 'self' ${styles.join(' ')}`);
    expect(directive(docsPolicy, 'style-src-attr')).toBe(`style-src-attr 'unsafe-hashes' ${attributes.join(' ')}`);
    expect(directive(docsPolicy, 'script-src')).toBe(`script-src 'self'`);
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/);
  });
});
