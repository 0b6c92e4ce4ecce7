import { Controller, Param } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { MissingSaleBody, RefuseMissingSaleBody } from '@framelift/contracts';
import type { CommandMeta } from '../../engine/log/deciding/command.ts';
import { type Account, Who } from '../../http/allow.ts';
import { Answers, Body } from '../../http/answers.ts';
import { Meta } from '../../http/meta.ts';
import { done } from '../../http/reply.ts';
import { Keys } from '../../platform/keys.ts';
import { RaiseMissingSale, RefuseMissingSale } from './affiliate.commands.ts';

/** Missing sales (docs/rules.md#24-missing-sales). Crediting one is in store/, with the invoice. */
@Controller()
export class MissingSalesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly keys: Keys,
  ) {}

  @Answers('POST /api/affiliate/missing-sales')
  async raise(@Who() { id }: Account, @Body() body: MissingSaleBody, @Meta() meta: CommandMeta) {
    const { boughtOn, invoice, customerEmail, notes } = body;
    const buyer = customerEmail ? { customerEmail, buyer: this.keys.buyer(customerEmail) } : {};
    const report = { boughtOn, transaction: invoice?.trim(), notes: notes ?? undefined, ...buyer };
    return done(await this.commands.execute(new RaiseMissingSale({ meta, affiliateId: id, ...report })));
  }

  @Answers('POST /api/admin/missing-sales/:id/refuse')
  async refuse(@Param('id') id: string, @Body() body: RefuseMissingSaleBody, @Meta() meta: CommandMeta) {
    return done(await this.commands.execute(new RefuseMissingSale({ meta, missingSaleId: id, ...body })));
  }
}
