import { Controller } from '@nestjs/common';
import type { AttentionView } from '@framelift/contracts';
import { Answers } from '../http/answers.ts';
import { KeptAnswer } from '../http/kept-answer.ts';
import { FreshTo, ReadsFrom, Seen } from '../http/reads-from.ts';
import type { Reply } from '../http/reply.ts';
import { Attention } from './attention.view.ts';

/** What waits for an admin; every open dashboard asks again after each event. */
@Controller()
export class AttentionController {
  private readonly kept: KeptAnswer<AttentionView>;

  constructor(attention: Attention) {
    this.kept = new KeptAnswer(() => attention.find());
  }

  @Answers('GET /api/admin/attention')
  @ReadsFrom('dashboard', 'payouts', 'review', 'attribution')
  find(@FreshTo() position: number, @Seen() seen?: number): Promise<Reply<AttentionView>> {
    return this.kept.get(position, seen);
  }
}
