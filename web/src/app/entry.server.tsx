import { renderToReadableStream } from 'react-dom/server';
import { createContext, type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { type KnownAnswers, KnownAnswersContext } from '../lib/known.ts';

/** The answers a page is rendered with; none while developing. */
export const known = createContext<KnownAnswers>({});

/** The whole page at once: it is rendered when what it shows changes, not for a request. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const page = await renderToReadableStream(
    <KnownAnswersContext value={loadContext.get(known)}>
      <ServerRouter context={routerContext} url={request.url} />
    </KnownAnswersContext>,
  );
  await page.allReady;
  headers.set('Content-Type', 'text/html');
  return new Response(page, { status, headers });
}
