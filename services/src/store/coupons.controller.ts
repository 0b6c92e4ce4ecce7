import { Controller, Inject, Param, Req } from '@nestjs/common';
import { couponProblems, type GiveCouponBody, refusals, type SupportedView, toPercent } from '@framelift/contracts';
import type { FastifyRequest } from 'fastify';
import type { CommandMeta } from '../engine/log/deciding/command.ts';
import { Vault } from '../engine/log/sealing/vault.ts';
import { Answers, Body, type QueryOf } from '../http/answers.ts';
import { Query } from '../http/query.ts';
import { Meta } from '../http/meta.ts';
import { done } from '../http/reply.ts';
import { refuseIf } from '../platform/refused.ts';
import { CLOCK, type Clock } from '../platform/tokens.ts';
import { Coupons } from './coupons.ts';
import { SignedInBuyers } from './signed-in-buyers.ts';

/** Codes for checkout: buyers' queries and admins' calls (docs/rules.md#19-codes). */
@Controller()
export class CouponsController {
  constructor(
    private readonly coupons: Coupons,
    private readonly buyers: SignedInBuyers,
    private readonly vault: Vault,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  @Answers('GET /api/store/coupon')
  async supported(@Query() query: QueryOf<'GET /api/store/coupon'>, @Req() request: FastifyRequest): Promise<SupportedView> {
    const { code } = query;
    refuseIf(!code, refusals.fieldsRequired);
    const found = await this.coupons.supported(code!, new Date(this.now()).toISOString(), await this.buyers.of(request));
    if (typeof found === 'string') return { supporting: null, discount: null, problem: couponProblems[found] };
    const supporting = await this.vault.openOne<string>(found.username);
    return { supporting, discount: found.discountBps && toPercent(found.discountBps), problem: supporting ? null : couponProblems.unknown };
  }

  @Answers('POST /api/admin/affiliates/:id/coupons')
  async give(@Param('id') id: string, @Body() { code, discount }: GiveCouponBody, @Meta() meta: CommandMeta) {
    const discountBps = discount ? Math.round(discount * 100) : undefined;
    return done(await this.coupons.give(id, { code, ...(discountBps ? { discountBps } : {}) }, meta));
  }

  @Answers('DELETE /api/admin/affiliates/:id/coupons/:code')
  async takeBack(@Param('id') id: string, @Param('code') code: string, @Meta() meta: CommandMeta) {
    return done(await this.coupons.takeBack(id, code, meta));
  }
}
