import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { KNOWN_ID, type KnownAnswers, KnownAnswersContext } from '../lib/known.ts';

const known = JSON.parse(document.getElementById(KNOWN_ID)?.textContent ?? '{}') as KnownAnswers;

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
