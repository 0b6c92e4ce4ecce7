import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import fastifyCompress from '@fastify/compress';
import { type Brand, errorView, bodyBytes, iconPath, iconSizes, NAME, openapi, refusals } from '@framelift/contracts';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Checkpoints } from '../engine/tree/checkpoints.ts';
import { Origins } from '../engine/tree/origins.ts';
import { Witnesses } from '../engine/tree/witnesses.ts';
import { PermissionGuard, type SignedRequest } from '../http/allow.ts';
import { callAt, callOf } from '../http/answers.ts';
import { readEditBase } from '../http/filled-from.ts';
import { DOCS_STYLE, docsStyle } from '../http/docs-style.ts';
import { ErrorFilter } from '../http/errors.ts';
import { measureRequests } from '../http/measuring.ts';
import { AdmissionControl } from '../http/admission.ts';
import { readRestOfBodies } from '../http/rest-of-body.ts';
import { ProxyWatch } from '../http/proxy-watch.ts';
import { handleClientError, minimalHeaders, secureAnswers } from '../http/security-headers.ts';
import { CurrentBrand } from '../published/current-brand.ts';
import { KeptPictures } from '../http/site/kept-pictures.ts';
import { keptTexts } from '../http/site/kept-text.ts';
import { Pages } from '../http/site/pages.ts';
import { SECURITY_TEXT, securityText } from '../http/site/security-text.ts';
import { serveTree } from '../http/site/tree-files.ts';
import { htmlText, isPage, loadSite, pageFile, serveWeb } from '../http/site/web.ts';
import { Metrics } from '../observing/metrics.ts';
import { Tracing } from '../observing/tracing.ts';
import { Keys } from '../platform/keys.ts';
import { Refused } from '../platform/refused.ts';
import { Passwords } from '../programme/sign-in/passwords.ts';
import { PageVisits } from '../programme/visits/page-visits.ts';
import { ApiModule } from './api.module.ts';
import { onPools, type Opening, openingOf } from './core.module.ts';
import { fileURLToPath } from 'node:url';
import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { MetricsPort } from '../http/metrics-port.ts';
import { cannotListen, hostOf } from '../platform/listening.ts';
import { nestLogger } from '../platform/logging.ts';
import { CLOCK, type Clock, CONFIG } from '../platform/tokens.ts';
import { Registration } from '../programme/sign-in/registration.ts';
import { ProjectorModule, RelayModule } from './feeds.module.ts';
import { reachAsApi } from './reach.ts';

/** The title of the API's documents has the name of the brand. */
const DOCS_TITLE = `${NAME} API`;
const DOCS_ICON = '/favicon.svg';
const docsPage = (page: string, { name, logo }: Brand): string =>
  page.replace(DOCS_TITLE, () => `${htmlText(name)} API`).replaceAll(DOCS_ICON, () => (logo ? iconPath(logo, iconSizes.tab) : DOCS_ICON));

export const WEB = fileURLToPath(new URL('../../../web/build/', import.meta.url));

/** JSON and other text that fills more than a packet or two; pages and files are kept compressed. No call takes a compressed body. */
const compressed = { encodings: ['br', 'gzip'], customTypes: /^application\/json/, threshold: 2_048, globalDecompression: false };

/** A number of hops, or the addresses of the proxies themselves. */
const trusted = (setting: string | undefined) =>
  setting === undefined
    ? false
    : /^\d+$/.test(setting)
      ? (_address: string, hop: number) => hop < Number(setting)
      : setting.split(',').map((address) => address.trim());

/** The HTTP process: commands, views and the built site. */
export async function createApi(opening: Opening, webFolder?: string, beside: readonly Type[] = []): Promise<NestFastifyApplication> {
  const { config, logger } = opening;
  let metrics!: Metrics;
  const admission = new AdmissionControl(config, () => metrics);
  const adapter = new FastifyAdapter({
    serverFactory: admission.serverFactory,
    trustProxy: trusted(config.trustProxy),
    genReqId: () => randomUUID(),
    bodyLimit: bodyBytes.usual,
    // What a process has accepted before it leaves, it answers.
    return503OnClosing: false,
    clientErrorHandler: handleClientError(config),
    // A path that is not UTF-8 never reaches a route, so it is answered here.
    frameworkErrors: (_error: unknown, _request: unknown, reply: FastifyReply) =>
      void reply
        .status(400)
        .headers({ ...minimalHeaders(config), 'Request-Id': randomUUID() })
        .send(errorView(refusals.badRequest)),
    rewriteUrl: ({ method = '', url = '/' }) => (isPage({ method, url }) ? pageFile(url) : url),
  });
  // The store's page may be anywhere; the sandbox's is local, without TLS. Of our pages, only previews allow it.
  const frames = ["'self'", 'https:', ...(config.store.sandbox ? [config.store.sandboxUrl] : [])];
  const pages = webFolder ? new Pages(await loadSite(webFolder), config.publicUrl, frames) : undefined;
  const nest = { logger: nestLogger(logger), rawBody: true, abortOnError: false };
  const app = await onPools(opening, (pools) =>
    NestFactory.create<NestFastifyApplication>(ApiModule.forRoot(pools, pages, beside), adapter, nest),
  );
  metrics = app.get(Metrics);
  const fastify = adapter.getInstance();
  fastify.decorate('environment', { keys: app.get(Keys), now: app.get(CLOCK) });
  measureRequests(fastify as never, metrics, logger, app.get(Tracing));
  admission.install(fastify as never);
  const proxies = app.get(ProxyWatch);
  fastify.addHook('onRequest', async (request) => proxies.look(request));
  const errors = new ErrorFilter(logger, pages);
  fastify.addHook('onRoute', (route) => {
    // Routes beside Nest are bound to a handler of errors before Nest has set its own.
    route.errorHandler = (error, request, reply) => errors.refuse(error, request as never, reply as never);
    const call = callAt(String(route.method), route.url);
    // Refuse before reading the body: in a flood most are refused.
    if (call?.signsIn) route.onRequest = async () => app.get(Passwords).checkRoom();
    if (!call?.largeBody) return;
    route.bodyLimit = bodyBytes.large;
    // The guard runs after the body; large bodies are read only from permitted callers.
    route.onRequest = async (request: SignedRequest, reply) => app.get(PermissionGuard).admits(request, reply, call);
  });
  readEditBase(fastify as never);
  readRestOfBodies(fastify as never);
  secureAnswers(fastify as never, config);
  await fastify.register(fastifyCompress as never, compressed as never);
  const json = fastify.getDefaultJsonParser('error', 'error');
  // A JSON content type without a body counts as no body, not as a broken one.
  app.useBodyParser('application/json', {}, (request, body: Buffer, done) =>
    body.length ? json(request as never, body.toString(), done as never) : done(null, undefined),
  );
  // A mail program unsubscribes with a form (RFC 8058), whose content is irrelevant.
  app.useBodyParser('multipart/form-data', {}, (request, _body, done) =>
    callOf(request as never)?.formBody ? done(null, undefined) : done(new Refused(refusals.badRequest, 'unsupported')),
  );
  const brand = app.get(CurrentBrand);
  SwaggerModule.setup('api/docs', app, () => openapi(brand.now.name) as OpenAPIObject, {
    customSiteTitle: DOCS_TITLE,
    patchDocumentOnRequest: () => openapi(brand.now.name) as OpenAPIObject,
    customCssUrl: DOCS_STYLE,
    customfavIcon: DOCS_ICON,
    swaggerOptions: { docExpansion: 'none', defaultModelsExpandDepth: -1, filter: true },
  });
  // Swagger writes its page once.
  fastify.addHook('onSend', async ({ url }, _reply, page) =>
    url.startsWith('/api/docs') && typeof page === 'string' ? docsPage(page, brand.now) : page,
  );
  serveTree(fastify as never, app.get(Checkpoints), app.get(Witnesses), app.get(Origins));
  const security = keptTexts('txt');
  fastify.get(SECURITY_TEXT, (request, reply) => {
    const { publicUrl, securityContact: contact } = config;
    const text = securityText({ brand: brand.now, contact, publicUrl, now: app.get<Clock>(CLOCK)() });
    return text ? security(text).answer(request as never, reply as never) : reply.callNotFound();
  });
  fastify.get(DOCS_STYLE, (_, reply) => reply.type('text/css; charset=utf-8').send(docsStyle(brand.now)));
  if (webFolder && pages) {
    const pictures = app.get(KeptPictures);
    await serveWeb(fastify as never, webFolder, pages, config.publicUrl, (shown) => pictures.logoOf(shown));
    const visits = app.get(PageVisits);
    fastify.addHook('onSend', async (request, reply) => visits.answering(request, reply));
  }
  try {
    await app.init();
    await fastify.ready();
    return app;
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** HTTP and the built site, no projections. */
export const openApi = async (): Promise<NestFastifyApplication> => createApi(openingOf(reachAsApi), WEB);

/** Everything in one process: projections, the relay if there is a Kafka, and the api. */
export const openAll = (opening: Opening, webFolder?: string): Promise<NestFastifyApplication> =>
  createApi(opening, webFolder, [ProjectorModule, ...(opening.config.kafkaBrokers.length ? [RelayModule] : [])]);

export async function serveAll(api: NestFastifyApplication): Promise<void> {
  if (api.get(CONFIG).kafkaBrokers.length) api.get(RelayModule).start();
  await api.get(ProjectorModule).start();
  await listen(api);
}

export async function listen(api: NestFastifyApplication): Promise<void> {
  const config = api.get(CONFIG);
  const { port } = config;
  await api.listen(port, await hostOf(config)).catch(cannotListen(port, 'PORT'));
  await api.get(MetricsPort).listen();
}

/** Creates a missing admin account and prints a generated password. `made`: the admin of the demo's history. */
export async function showAdmin(api: NestFastifyApplication, made?: { username: string; password: string } | null): Promise<void> {
  const admin = made ?? (await api.get(Registration).firstAdmin(api.get(CLOCK)()));
  if (admin) console.log(`\nThe admin account (shown once): ${admin.username} / ${admin.password}\n`);
}
