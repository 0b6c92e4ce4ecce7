import type { PublicSiteView } from '@framelift/contracts';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { cameWith } from '../lib/network/arriving.ts';
import { KNOWN_ID, type KnownAnswers, KnownAnswersContext } from '../lib/known.ts';
import { leadsTo } from '../lib/paths.ts';
import { ignoreComposedKeys } from '../ui/composing.ts';

const known = JSON.parse(document.getElementById(KNOWN_ID)?.textContent ?? '{}') as KnownAnswers;

interface Route {
  path?: string;
  css?: string[];
  styles?: string[];
}
const { routes } = (window as unknown as Record<string, { routes: Record<string, Route> }>)['__reactRouterManifest']!;
const { hidden = [] } = (known['/api/public/site']?.data ?? {}) as Partial<PublicSiteView>;
for (const [id, route] of Object.entries(routes)) {
  // Styles arrive with code (vite.config.ts), and not by React Router's links.
  route.styles = route.css ?? [];
  delete route.css;
  // A page that is switched off has no route: its address is the not-found page's, as at the server.
  if (route.path && leadsTo(hidden, `/${route.path}`)) delete routes[id];
}
cameWith(performance.getEntriesByType('resource').map(({ name }) => name));
cameWith([...document.querySelectorAll<HTMLElement>('style[data-file]')].map(({ dataset }) => dataset['file']!));

ignoreComposedKeys();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <KnownAnswersContext value={known}>
        <HydratedRouter />
      </KnownAnswersContext>
    </StrictMode>,
  );
});
