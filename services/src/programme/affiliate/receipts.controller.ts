import { Controller, Param } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { ReceiptBody } from '@framelift/contracts';
import type { CommandMeta } from '../../engine/log/deciding/command.ts';
import { type Account, Who } from '../../http/allow.ts';
import { Answers, Body } from '../../http/answers.ts';
import { Meta } from '../../http/meta.ts';
import { done, replyTo } from '../../http/reply.ts';
import { idFrom } from '../../platform/keys.ts';
import { ShareReceipt, WithdrawReceipt } from './affiliate.commands.ts';
import { ReceiptFigures } from './receipt-figures.ts';

/** Figures that affiliates publish (docs/rules.md#33-receipts). */
@Controller()
export class ReceiptsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly figures: ReceiptFigures,
  ) {}

  @Answers('POST /api/affiliate/receipts')
  async share(@Who() { id: affiliateId }: Account, @Body() body: ReceiptBody, @Meta() meta: CommandMeta) {
    const { figure, of, name, onPage = false } = body;
    const counted = await this.figures.of(affiliateId, body, meta.occurredAt);
    const receiptId = idFrom(meta.commandId);
    const shown = { figure, ...(of ? { of } : {}), name: name.trim(), onPage, ...counted };
    const shared = await this.commands.execute(new ShareReceipt({ meta, affiliateId, receiptId, ...shown }));
    return replyTo(shared, { id: receiptId });
  }

  @Answers('DELETE /api/affiliate/receipts/:id')
  async withdraw(@Who() { id: affiliateId }: Account, @Param('id') receiptId: string, @Meta() meta: CommandMeta) {
    return done(await this.commands.execute(new WithdrawReceipt({ meta, affiliateId, receiptId })));
  }
}
