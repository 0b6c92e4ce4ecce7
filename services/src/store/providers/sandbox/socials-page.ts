import { rules } from '@framelift/contracts';
import { links } from '@framelift/contracts/content/links';
import type { FastifyInstance } from 'fastify';
import { escaped, page, show } from './payment-page.ts';

const places = [
  ['Discord', links.chat],
  ['YouTube', links.video],
  ['GitHub', links.code],
] as const;

const content = `<p class="shop">${escaped(rules.brand)}</p><h1>All our places</h1>
${places.map(([name, href]) => `<a class="place" href="${escaped(href)}" target="_blank" rel="noreferrer">${name}</a>`).join('\n')}
<p class="hint">The page of another company is here in production.</p>`;

/** In place of the page of all the seller's places, which another company hosts. The site shows it in a frame. */
export function socialsRoute(server: FastifyInstance): void {
  const html = page('All our places', content, 'Sandbox page: links lead outside');
  server.get('/socials', async (_request, reply) => show(reply, html));
}
