import { Controller } from '@nestjs/common';
import type { AttentionView } from '@framelift/contracts';
import { Answers } from '../http/answers.ts';
import { ReadsFrom } from '../http/reads-from.ts';
import { Attention } from './attention.view.ts';

/** What waits for an admin. */
@Controller()
export class AttentionController {
  constructor(private readonly attention: Attention) {}

  @Answers('GET /api/admin/attention')
  @ReadsFrom('dashboard', 'review', 'attribution')
  find(): Promise<AttentionView> {
    return this.attention.find();
  }
}
