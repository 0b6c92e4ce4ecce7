import { randomBytes } from 'node:crypto';
import { Controller, Param } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type ApiKeyBody, type ApiKeysView, keyRefusals, type MadeKeyView } from '@framelift/contracts';
import type { CommandMeta } from '../../engine/log/deciding/command.ts';
import { Streams } from '../../engine/log/deciding/streams.ts';
import { Vault } from '../../engine/log/sealing/vault.ts';
import { Answers, Body } from '../../http/answers.ts';
import { Meta } from '../../http/meta.ts';
import { done, Reply } from '../../http/reply.ts';
import { idFrom } from '../../platform/keys.ts';
import { Refused } from '../../platform/refused.ts';
import { adminSource } from '../sign-in/admin.decider.ts';
import { MakeApiKey, RevokeApiKey } from './api-key.commands.ts';
import { apiKeysSource } from './api-key.decider.ts';
import { hashOfKey } from './key-access.ts';
import { LastUses } from './last-uses.ts';

const SECRET_BYTES = 32;

/** API keys for programs, created and revoked by admins. */
@Controller()
export class ApiKeysController {
  constructor(
    private readonly commands: CommandBus,
    private readonly streams: Streams,
    private readonly vault: Vault,
    private readonly uses: LastUses,
  ) {}

  @Answers('GET /api/admin/keys')
  async list(): Promise<ApiKeysView> {
    const { keys } = (await this.streams.load(apiKeysSource)).state;
    const admins = await Promise.all(keys.map(async ({ adminId }) => (await this.streams.load(adminSource(adminId))).state.username));
    const [names, uses] = await Promise.all([this.vault.open(admins), this.uses.all()]);
    const views = keys.map(({ id, name, scopes, perMinute, madeAt, expiresAt, adminId }, i) => ({
      id,
      name,
      scopes: [...scopes],
      perMinute,
      createdAt: madeAt,
      createdBy: (names[i] as string | null) ?? adminId,
      expiresAt,
      lastUsedAt: uses.get(id) ?? null,
    }));
    return { keys: views.toReversed() };
  }

  @Answers('POST /api/admin/keys')
  async make(@Body() { expiresAt = null, ...body }: ApiKeyBody, @Meta() meta: CommandMeta): Promise<Reply<MadeKeyView>> {
    const keyId = idFrom(`api key ${meta.commandId}`);
    const key = `flk_${keyId}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
    const { position, repeated } = await this.commands.execute(new MakeApiKey({ meta, keyId, ...body, expiresAt, hash: hashOfKey(key) }));
    // A key is shown once: the first attempt created another one.
    if (repeated) throw new Refused(keyRefusals.shownOnce, 'conflict');
    return new Reply({ id: keyId, key }, position);
  }

  @Answers('DELETE /api/admin/keys/:id')
  async revoke(@Param('id') keyId: string, @Meta() meta: CommandMeta) {
    return done(await this.commands.execute(new RevokeApiKey({ meta, keyId })));
  }
}
