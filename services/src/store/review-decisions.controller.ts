import { Controller, Param } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { invoiceNamed, type ReviewBody, type Reviewed, reviewNamed, reviewRefusals } from '@framelift/contracts';
import type { CommandMeta } from '../engine/log/deciding/command.ts';
import { Streams } from '../engine/log/deciding/streams.ts';
import { Answers, Body } from '../http/answers.ts';
import { Meta } from '../http/meta.ts';
import { done } from '../http/reply.ts';
import { Refused } from '../platform/refused.ts';
import { ownerOf } from '../programme/affiliate/affiliate.decider.ts';
import { affiliateOf, checkoutSource } from './checkout.decider.ts';
import { DecideReview } from './store.commands.ts';

/** Admins' decisions on signals (docs/rules.md#27-review). */
@Controller()
export class ReviewDecisionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly streams: Streams,
  ) {}

  @Answers('POST /api/admin/review/:id')
  async decide(@Param('id') id: string, @Body() { rules = [], ...decision }: ReviewBody, @Meta() meta: CommandMeta) {
    const named = reviewNamed(id);
    if (!named) throw new Refused(reviewRefusals.notFound, 'missing');
    const { affiliateId, ...sale } = await this.subjectOf(named.of, named.about);
    if (!affiliateId) throw new Refused(reviewRefusals.notFound, 'missing');
    return done(await this.commands.execute(new DecideReview({ meta, ...named, affiliateId, ...sale, rules, ...decision })));
  }

  /** The affiliate whose money it is; of a sale, its invoice too. */
  private async subjectOf(of: Reviewed, about: string) {
    if (of === 'affiliate') return { affiliateId: about };
    if (of === 'cashout') return { affiliateId: ownerOf(about) };
    const ref = invoiceNamed(about);
    if (!ref) return { affiliateId: null };
    return { affiliateId: affiliateOf((await this.streams.load(checkoutSource(ref))).state), ref };
  }
}
