import { Controller, Param } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  type DeleteAffiliateBody,
  type EditAffiliateBody,
  inOurUnits,
  type OutcomeBody,
  type ProcessCashoutBody,
  type RecalculateTiersBody,
  refusals,
  type SettleCashoutBody,
} from '@framelift/contracts';
import type { CommandMeta } from '../../engine/log/deciding/command.ts';
import { Answers, Body } from '../../http/answers.ts';
import { Meta } from '../../http/meta.ts';
import { done, type Reply } from '../../http/reply.ts';
import { Keys } from '../../platform/keys.ts';
import { Refused } from '../../platform/refused.ts';
import { DeleteAffiliate, EditAffiliate, ProcessCashout, RecalculateTiers, StateCashoutOutcome } from './affiliate.commands.ts';
import { ownerOf } from './affiliate.decider.ts';
import { imageReply, Proofs, readProof } from './proofs.ts';

type Done = Promise<Reply<{ success: true }>>;

/** Admins' calls on affiliates and cashouts (docs/product.md#admin-dashboard). Creating one is in sign-in/, with the password. */
@Controller()
export class AffiliateAdminController {
  constructor(
    private readonly commands: CommandBus,
    private readonly keys: Keys,
    private readonly proofs: Proofs,
  ) {}

  @Answers('PUT /api/admin/affiliates/:id')
  async edit(@Param('id') id: string, @Body() { reason, editBase, ...body }: EditAffiliateBody, @Meta() meta: CommandMeta): Done {
    const { username, email } = body;
    const fields = {
      ...inOurUnits(body),
      ...(username === undefined ? {} : { usernameClaim: this.keys.claim('username', username) }),
      ...(email === undefined ? {} : { emailClaim: this.keys.claim('email', email) }),
    };
    const command = new EditAffiliate({ meta, affiliateId: id, fields, reason: reason ?? undefined, editBase: editBase ?? undefined });
    return done(await this.commands.execute(command));
  }

  @Answers('DELETE /api/admin/affiliates/:id')
  async remove(@Param('id') id: string, @Body() { forfeits }: DeleteAffiliateBody, @Meta() meta: CommandMeta): Done {
    const shown = typeof forfeits === 'number' ? { forfeitsCents: Math.round(forfeits * 100) } : {};
    return done(await this.commands.execute(new DeleteAffiliate({ meta, affiliateId: id, ...shown })));
  }

  @Answers('POST /api/admin/recalculate-tiers')
  async recalculateTiers(@Body() { shown }: RecalculateTiersBody, @Meta() meta: CommandMeta): Done {
    return done(await this.commands.execute(new RecalculateTiers({ meta, shown: shown ?? undefined })));
  }

  @Answers('PUT /api/admin/cashouts/:id/process')
  async process(@Param('id') id: string, @Body() body: ProcessCashoutBody, @Meta() meta: CommandMeta): Done {
    return this.decide(id, 'pending', body, meta);
  }

  @Answers('PUT /api/admin/cashouts/:id/settle')
  async settle(@Param('id') id: string, @Body() body: SettleCashoutBody, @Meta() meta: CommandMeta): Done {
    return this.decide(id, 'approved', body, meta);
  }

  @Answers('POST /api/admin/cashouts/:id/outcome')
  async outcome(@Param('id') cashoutId: string, @Body() { outcome, reference, reason }: OutcomeBody, @Meta() meta: CommandMeta): Done {
    return done(await this.commands.execute(new StateCashoutOutcome({ meta, cashoutId, outcome, reference, reason })));
  }

  @Answers('GET /api/admin/cashouts/:id/proof')
  async proof(@Param('id') id: string) {
    const proof = await this.proofs.find(id);
    if (!proof) throw new Refused(refusals.notFound, 'missing');
    return imageReply(proof);
  }

  private async decide(
    cashoutId: string,
    from: 'pending' | 'approved',
    { status, adminNotes, internalNote, proofImage }: ProcessCashoutBody | SettleCashoutBody,
    meta: CommandMeta,
  ): Done {
    const proof = proofImage ? await this.proofs.store(ownerOf(cashoutId), await readProof(proofImage)) : undefined;
    const command = new ProcessCashout({ meta, cashoutId, from, status, adminNotes: adminNotes ?? undefined, internalNote, proof });
    return done(await this.commands.execute(command));
  }
}
