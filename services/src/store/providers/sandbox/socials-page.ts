import { type Brand, NAME } from '@framelift/contracts';
import type { FastifyInstance } from 'fastify';
import { escaped, page, show } from './payment-page.ts';

const names = { chat: 'Discord', video: 'YouTube', code: 'GitHub' } as const;

/** Replaces the seller's link page, which another company hosts. The site shows it in a frame. */
export function socialsRoute(server: FastifyInstance, brand: () => Brand): void {
  server.get('/socials', async (_request, reply) => {
    const links = brand();
    const places = Object.entries(names).flatMap(([place, label]) => {
      const href = links[place as keyof typeof names];
      return href ? [`<a class="place" href="${escaped(href)}" target="_blank" rel="noreferrer">${label}</a>`] : [];
    });
    const content = `<p class="shop">${NAME}</p><h1>All our places</h1>
${places.join('\n')}
<p class="hint">The page of another company is here in production.</p>`;
    return show(reply, page('All our places', content, 'Sandbox page: links lead outside'));
  });
}
