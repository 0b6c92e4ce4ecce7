import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HASHES, PagePolicies } from './content-policy.ts';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const directive = (policy: string, name: string) => policy.split('; ').find((part) => part.startsWith(`${name} `));

/** Its place in npm's folder: the package does not export the page it serves. */
const PAGE = fileURLToPath(new URL('../../../node_modules/@nestjs/swagger/dist/swagger-ui/swagger-ui.js', import.meta.url));

describe('the policy of a page', () => {
  it('lists the build’s hashes, and refuses a page unknown to the build', () => {
    const folder = mkdtempSync(join(tmpdir(), 'framelift-policy-'));
    writeFileSync(join(folder, HASHES), JSON.stringify({ 'index.html': { scripts: ['sha256-a'], styles: ['sha256-b'], attributes: [] } }));
    const policies = new PagePolicies(['https:'], folder);
    rmSync(folder, { recursive: true });
    const policy = policies.policyFor('index.html');
    expect(directive(policy, 'script-src')).toBe(`script-src 'self' 'sha256-a'`);
    expect(directive(policy, 'style-src')).toBe(`style-src 'self' 'sha256-b'`);
    expect(directive(policy, 'style-src-attr')).toBe(`style-src-attr 'none'`);
    expect(directive(policy, 'frame-src')).toBe('frame-src https:');
    expect(() => policies.policyFor('other.html')).toThrow('other.html is not in content-policy.json');
  });

  it('allows the inline styles of @nestjs/swagger in the API’s documents, and no inline script', async () => {
    const { buildSwaggerHTML } = (await import(PAGE)) as { buildSwaggerHTML: (baseUrl: string, options: object) => string };
    const html = buildSwaggerHTML('./docs/', { customSiteTitle: 'Framelift API' });
    const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, text]) => hash(text!));
    const attributes = [...html.matchAll(/\sstyle="([^"]*)"/g)].map(([, text]) => hash(text!));
    const { docs } = new PagePolicies([]);
    expect(directive(docs, 'style-src')).toBe(`style-src 'self' ${styles.join(' ')}`);
    expect(directive(docs, 'style-src-attr')).toBe(`style-src-attr 'unsafe-hashes' ${attributes.join(' ')}`);
    expect(directive(docs, 'script-src')).toBe(`script-src 'self'`);
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/);
  });
});
