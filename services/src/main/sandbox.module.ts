import { Global, Inject, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Config } from '../platform/config.ts';
import { cannotListen, hostOf } from '../platform/listening.ts';
import type { Pool } from '../platform/pg.ts';
import { CLOCK, type Clock, CONFIG, FEEDS, POOL } from '../platform/tokens.ts';
import { type SandboxSources, startSandboxSources } from '../screens/sandbox-sources/sandbox-sources.ts';
import { type SandboxStore, startSandboxStore } from '../store/providers/sandbox/sandbox-store.ts';

const SOURCES = Symbol('sources');

const sourcesOf = async ({ feeds, publicUrl }: Config): Promise<Pick<SandboxSources, 'feeds' | 'close'>> =>
  feeds.sandboxed.length ? startSandboxSources(feeds, publicUrl) : { feeds, close: async () => {} };

/** The sandboxes: of the store where none is set, of the public sources where they are not set. */
@Global()
@Module({
  providers: [
    { provide: SOURCES, useFactory: sourcesOf, inject: [CONFIG] },
    { provide: FEEDS, useFactory: ({ feeds }: SandboxSources) => feeds, inject: [SOURCES] },
  ],
  exports: [FEEDS],
})
export class SandboxModule implements OnModuleInit, OnApplicationShutdown {
  private store: SandboxStore | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(SOURCES) private readonly sources: SandboxSources,
  ) {}

  async onModuleInit(): Promise<void> {
    const { store, publicUrl: siteUrl, ownUrl } = this.config;
    if (!store.sandbox) return;
    const { sandboxPort: port } = store;
    const webhookUrl = `${ownUrl}/api/store/notifications`;
    const settings = { port, host: await hostOf(this.config), pool: this.pool, now: this.now, siteUrl, webhookUrl, ...store.sandboxKeys };
    this.store = await startSandboxStore(settings).catch(cannotListen(port, 'SANDBOX_STORE_PORT'));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.store?.close();
    await this.sources.close();
  }
}
