import { Controller, Param, Req } from '@nestjs/common';
import { type FigureId, FIGURES, refusals, type WhyView } from '@framelift/contracts';
import type { SignedRequest } from '../../http/allow.ts';
import { Answers, type QueryOf } from '../../http/answers.ts';
import { listQuery, positionAfter } from '../../http/list-query.ts';
import { Query } from '../../http/query.ts';
import { FreshTo, ReadsFrom } from '../../http/reads-from.ts';
import { Refused } from '../../platform/refused.ts';
import { Whys } from './why.view.ts';

@Controller()
export class WhyController {
  constructor(private readonly whys: Whys) {}

  @Answers('GET /api/why/:figure')
  @ReadsFrom('dashboard')
  why(
    @Param('figure') figure: string,
    @Req() { account }: SignedRequest,
    @FreshTo() reached: number,
    @Query() query: QueryOf<'GET /api/why/:figure'>,
  ): Promise<WhyView> {
    const after = positionAfter(listQuery(query, 0));
    if (!FIGURES.includes(figure as FigureId)) throw new Refused(refusals.figureNotFound, 'missing');
    const asker = account?.kind === 'affiliate' ? account.id : undefined;
    return this.whys.read({ ...query, figure: figure as FigureId, after, asker, reached });
  }
}
