import { Controller, Inject, Param } from '@nestjs/common';
import {
  type ParkedDecidedView,
  type ParkedDecisionBody,
  type ParkedView,
  type ReadModelsView,
  type ReadModelTaskBody,
  refusals,
  type RowStepsView,
  type SwapDifferenceView,
  type TouchedRowsView,
} from '@framelift/contracts';
import type { CommandMeta } from '../../engine/log/deciding/command.ts';
import { Answers, Body, type QueryOf } from '../../http/answers.ts';
import { Query } from '../../http/query.ts';
import { Meta } from '../../http/meta.ts';
import { listQuery, positionAfter, positionFrom } from '../../http/list-query.ts';
import { done, Reply } from '../../http/reply.ts';
import type { Pool } from '../../platform/pg.ts';
import { Refused } from '../../platform/refused.ts';
import { type Clock, LOG_CLOCK, POOL } from '../../platform/tokens.ts';
import { type Projection, PROJECTIONS } from '../../engine/projecting/projection.ts';
import { shapesOf } from '../../engine/projecting/schema.ts';
import { statusOf } from '../../engine/projecting/status.ts';
import type { SwapDifference } from '../../engine/projecting/swap-difference.ts';
import { ParkedEvents } from './parked-events.ts';
import { ReadModelRuns } from './read-model-runs.ts';
import { RowSteps } from './row-steps.ts';

const STEPS = 50;

/** The state of read models, and admins' actions on them (docs/architecture.md#read-models). */
@Controller()
export class ReadModelsController {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(PROJECTIONS) private readonly projections: readonly Projection[],
    @Inject(LOG_CLOCK) private readonly now: Clock,
    private readonly runs: ReadModelRuns,
    private readonly parkedEvents: ParkedEvents,
    private readonly rowSteps: RowSteps,
  ) {}

  @Answers('GET /api/admin/read-models')
  async status(): Promise<ReadModelsView> {
    const { head, readModels } = await statusOf(this.pool, this.projections, this.now());
    const tables = new Map(this.projections.map((p) => [p.name, shapesOf(p)]));
    const keysOf = (name: string) => tables.get(name)!.map(({ table, key }) => ({ name: table, key: key.map(([column]) => column) }));
    const views = readModels.map((r) => ({ ...r, lastDifference: differenceView(r.lastDifference), tables: keysOf(r.name) }));
    return { head, readModels: views, runs: await this.runs.list() };
  }

  @Answers('POST /api/admin/read-models/tasks')
  async start(@Body() { task, readModels }: ReadModelTaskBody, @Meta() meta: CommandMeta) {
    return done(await this.runs.start(task, readModels, meta));
  }

  @Answers('GET /api/admin/read-models/parked')
  parked(): Promise<ParkedView> {
    return this.parkedEvents.view();
  }

  @Answers('POST /api/admin/read-models/parked')
  async decide(@Body() body: ParkedDecisionBody, @Meta() meta: CommandMeta): Promise<Reply<ParkedDecidedView>> {
    const { view, position } = await this.parkedEvents.decide(body, meta);
    return new Reply(view, position);
  }

  @Answers('GET /api/admin/read-models/:name/:table/steps')
  steps(
    @Param('name') name: string,
    @Param('table') table: string,
    @Query() query: QueryOf<'GET /api/admin/read-models/:name/:table/steps'>,
  ): Promise<RowStepsView> {
    const list = listQuery(query, STEPS);
    return this.rowSteps.view({ name, table, key: keyFrom(query.key), before: positionAfter(list), limit: list.limit });
  }

  @Answers('GET /api/admin/events/:position/rows')
  rows(@Param('position') position: string): Promise<TouchedRowsView> {
    return this.rowSteps.touchedBy(positionFrom(position));
  }
}

const differenceView = (difference: SwapDifference | null): SwapDifferenceView | null => {
  if (!difference) return null;
  const { cents: differenceCents, tables, ...same } = difference;
  return { ...same, differenceCents, tables: tables.map(({ cents, ...table }) => ({ ...table, differenceCents: cents })) };
};

/** A key in the query: a JSON array of texts and numbers. @throws Refused */
function keyFrom(text: string | undefined): (string | number)[] {
  try {
    const key: unknown = JSON.parse(text ?? '');
    const isValue = (value: unknown) =>
      Number.isSafeInteger(value) || (typeof value === 'string' && !value.includes('\0') && value.isWellFormed());
    if (Array.isArray(key) && key.length && key.every(isValue)) return key;
  } catch {
    // Refused below.
  }
  throw new Refused(refusals.keyInvalid);
}
