import { Controller, Query } from '@nestjs/common';
import { REVIEW_STATES, type ReviewView } from '@framelift/contracts';
import { Answers } from '../../http/answers.ts';
import { oneOf, parseListQuery, type QueryParams } from '../../http/list-query.ts';
import { ReadsFrom } from '../../http/reads-from.ts';
import { Reviews } from './review.view.ts';

const ITEMS = 50;

/** The queue of what looks wrong; what admins decide stands in store/. */
@Controller()
export class ReviewController {
  constructor(private readonly reviews: Reviews) {}

  @Answers('GET /api/admin/review')
  @ReadsFrom('review', 'accounts')
  list(@Query() query: QueryParams): Promise<ReviewView> {
    return this.reviews.list(oneOf(query, 'status', REVIEW_STATES) ?? 'open', parseListQuery(query, ITEMS));
  }
}
