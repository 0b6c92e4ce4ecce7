import { Controller } from '@nestjs/common';
import type { CheckpointView, PromisesView } from '@framelift/contracts';
import { type Account, Who } from '../../http/allow.ts';
import { Answers, type QueryOf } from '../../http/answers.ts';
import { listQuery } from '../../http/list-query.ts';
import { Query } from '../../http/query.ts';
import { Proofs } from './proof.view.ts';

const USUAL = 50;

/** Proofs of the log for its accounts (docs/architecture.md#the-tree). */
@Controller()
export class ProofController {
  constructor(private readonly proofs: Proofs) {}

  @Answers('GET /api/account/checkpoint')
  checkpoint(@Query() { since = [] }: QueryOf<'GET /api/account/checkpoint'>): Promise<CheckpointView> {
    return this.proofs.checkpoint(since);
  }

  @Answers('GET /api/affiliate/promises')
  promises(@Who() { id }: Account, @Query() query: QueryOf<'GET /api/affiliate/promises'>): Promise<PromisesView> {
    return this.proofs.promised(id, listQuery(query, USUAL));
  }
}
