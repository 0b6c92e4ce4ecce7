import { Body, Controller, Delete, Get, Headers, HttpCode, Param, Post, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { refusals } from '@framelift/contracts';
import type { CommandMeta } from '../../engine/log/command.ts';
import { Allow } from '../../http/allow.ts';
import { Meta } from '../../http/meta.ts';
import { done, type Reply } from '../../http/reply.ts';
import { Keys } from '../../platform/keys.ts';
import { Refused } from '../../platform/refused.ts';
import { EditAffiliateRequest, ProcessCashoutRequest, SettleCashoutRequest } from './affiliate.bodies.ts';
import { DeleteAffiliate, EditAffiliate, ProcessCashout, RecalculateTiers } from './affiliate.commands.ts';
import { affiliateOfCashout } from './affiliate.decider.ts';
import { imageReply } from './proof.reply.ts';
import { Proofs, readProof } from './proofs.ts';

type Done = Promise<Reply<{ success: true }>>;

/** What admins do with affiliates and cashouts (SPEC §7). Creating one stands in sign-in/, with the password. */
@Controller('api/admin')
@Allow('admin')
export class AffiliateAdminController {
  constructor(
    private readonly commands: CommandBus,
    private readonly keys: Keys,
    private readonly proofs: Proofs,
  ) {}

  @Put('affiliates/:id')
  async edit(
    @Param('id') id: string,
    @Body() { username, email, commissionRate, status, tier }: EditAffiliateRequest,
    @Headers('edit-base') editBase: string | undefined,
    @Meta() meta: CommandMeta,
  ): Done {
    const base = editBase === undefined ? undefined : Number(editBase);
    if (base !== undefined && !Number.isSafeInteger(base)) throw new Refused(refusals.badRequest);
    const fields = {
      ...(username === undefined ? {} : { username, usernameClaim: this.keys.claim('username', username) }),
      ...(email === undefined ? {} : { email, emailClaim: this.keys.claim('email', email) }),
      ...(commissionRate === undefined ? {} : { commissionBps: Math.round(commissionRate * 100) }),
      ...(status === undefined ? {} : { status }),
      ...(tier === undefined ? {} : { tier }),
    };
    return done(await this.commands.execute(new EditAffiliate({ meta, affiliateId: id, fields, editBase: base })));
  }

  @Delete('affiliates/:id')
  async remove(@Param('id') id: string, @Meta() meta: CommandMeta): Done {
    return done(await this.commands.execute(new DeleteAffiliate({ meta, affiliateId: id })));
  }

  @Post('recalculate-tiers')
  @HttpCode(200)
  async recalculateTiers(@Meta() meta: CommandMeta): Done {
    return done(await this.commands.execute(new RecalculateTiers({ meta })));
  }

  @Put('cashouts/:id/process')
  async process(@Param('id') id: string, @Body() body: ProcessCashoutRequest, @Meta() meta: CommandMeta): Done {
    return this.decide(id, 'pending', body, meta);
  }

  @Put('cashouts/:id/settle')
  async settle(@Param('id') id: string, @Body() body: SettleCashoutRequest, @Meta() meta: CommandMeta): Done {
    return this.decide(id, 'approved', body, meta);
  }

  @Get('cashouts/:id/proof')
  async proof(@Param('id') id: string) {
    const proof = await this.proofs.of(id);
    if (!proof) throw new Refused(refusals.notFound, 404);
    return imageReply(proof);
  }

  private async decide(
    cashoutId: string,
    from: 'pending' | 'approved',
    { status, adminNotes, proofImage }: ProcessCashoutRequest | SettleCashoutRequest,
    meta: CommandMeta,
  ): Done {
    const proof = proofImage ? await this.proofs.store(affiliateOfCashout(cashoutId), await readProof(proofImage)) : undefined;
    const command = new ProcessCashout({ meta, cashoutId, from, status, adminNotes: adminNotes ?? undefined, proof });
    return done(await this.commands.execute(command));
  }
}
