import type { PublicSiteView } from '@framelift/contracts';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { watchStyles } from '../lib/network/arriving.ts';
import { KNOWN_ID, type KnownAnswers, KnownAnswersContext } from '../lib/known.ts';
import { leadsTo } from '../lib/paths.ts';
import { ignoreComposedKeys } from '../ui/composing.ts';

const known = JSON.parse(document.getElementById(KNOWN_ID)?.textContent ?? '{}') as KnownAnswers;

// A page that is switched off has no route: its address is the not-found page's, as at the server.
const { hidden = [] } = (known['/api/public/site']?.data ?? {}) as Partial<PublicSiteView>;
const { routes } = (window as unknown as Record<string, { routes: Record<string, { path?: string }> }>)['__reactRouterManifest']!;
for (const [id, { path }] of Object.entries(routes)) if (path && leadsTo(hidden, `/${path}`)) delete routes[id];

ignoreComposedKeys();
watchStyles();
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
