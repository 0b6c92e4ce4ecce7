import { Controller, Param } from '@nestjs/common';
import type { OwnReceiptsView, ReceiptProofView, ReceiptsOnPageView, ReceiptView } from '@framelift/contracts';
import { type Account, Who } from '../../http/allow.ts';
import { Answers, type QueryOf } from '../../http/answers.ts';
import { Query } from '../../http/query.ts';
import { ReadsFrom, ReadsOwnFrom } from '../../http/reads-from.ts';
import { Receipts } from './receipts.view.ts';

/** Published figures. */
@Controller()
export class ReceiptsScreenController {
  constructor(private readonly receipts: Receipts) {}

  @Answers('GET /api/affiliate/receipts')
  @ReadsOwnFrom('receipts')
  own(@Who() { id }: Account): Promise<OwnReceiptsView> {
    return this.receipts.own(id);
  }

  @Answers('GET /api/public/receipts')
  @ReadsFrom('receipts')
  onPage(): Promise<ReceiptsOnPageView> {
    return this.receipts.onPage();
  }

  @Answers('GET /api/public/receipts/:id')
  @ReadsFrom('receipts')
  one(@Param('id') id: string): Promise<ReceiptView> {
    return this.receipts.one(id);
  }

  @Answers('GET /api/public/receipts/:id/proof')
  @ReadsFrom('receipts')
  proof(@Param('id') id: string, @Query() { size }: QueryOf<'GET /api/public/receipts/:id/proof'>): Promise<ReceiptProofView> {
    return this.receipts.proof(id, size);
  }
}
