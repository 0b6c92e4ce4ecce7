import { Controller } from '@nestjs/common';
import type { ReviewView } from '@framelift/contracts';
import { Answers, type QueryOf } from '../../http/answers.ts';
import { Query } from '../../http/query.ts';
import { listQuery } from '../../http/list-query.ts';
import { ReadsFrom } from '../../http/reads-from.ts';
import { Reviews } from './review.view.ts';

const ITEMS = 50;

/** The queue of signals; admins' decisions are in store/. */
@Controller()
export class ReviewController {
  constructor(private readonly reviews: Reviews) {}

  @Answers('GET /api/admin/review')
  @ReadsFrom('review', 'accounts')
  list(@Query() query: QueryOf<'GET /api/admin/review'>): Promise<ReviewView> {
    return this.reviews.list(query.status ?? 'open', listQuery(query, ITEMS));
  }
}
