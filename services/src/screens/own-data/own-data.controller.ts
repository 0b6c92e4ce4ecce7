import { Controller, Res } from '@nestjs/common';
import { accountStream, INTERNAL_NOTE, type OwnDataView, type Sealed } from '@framelift/contracts';
import type { FastifyReply } from 'fastify';
import { Log } from '../../engine/log/log.ts';
import { isSealed, Vault } from '../../engine/log/sealing/vault.ts';
import { type Account, isVisibleTo, Who } from '../../http/allow.ts';
import { Answers, type QueryOf } from '../../http/answers.ts';
import { attachedAs } from '../../http/attachment.ts';
import { Query } from '../../http/query.ts';
import { listQuery, pageOf, positionAfter } from '../../http/list-query.ts';

const PAGE = 500;

/** All events about the logged-in account, without data of buyers and notes for admins. */
@Controller()
export class OwnDataController {
  constructor(
    private readonly log: Log,
    private readonly vault: Vault,
  ) {}

  @Answers('GET /api/account/data')
  async data(
    @Who() who: Account,
    @Query() query: QueryOf<'GET /api/account/data'>,
    @Res({ passthrough: true }) reply?: FastifyReply,
  ): Promise<OwnDataView> {
    const page = query.after === undefined ? [] : ['after', query.after];
    void reply?.header('Content-Disposition', attachedAs(['my-data', accountStream(who), ...page], 'json'));
    const listing = listQuery(query, PAGE);
    const after = positionAfter(listing);
    const from = after === undefined ? undefined : await this.log.lastUntil(accountStream(who), after);
    // One more, which says whether there is another page.
    const events = await this.log.readStreamPage(accountStream(who), from?.version ?? 0, listing.limit + 1);
    const { rows, next } = pageOf(events, listing.limit, (e) => [e.position]);
    const visible = rows.filter(({ type }) => isVisibleTo(who, this.log.catalogue[type]));
    const readable = await Promise.all(
      visible.map(async ({ position, type, recordedAt, data }) => ({
        position,
        type,
        recordedAt: recordedAt.toISOString(),
        data: await this.opened(data, `${who.kind}:${who.id}`),
      })),
    );
    return { account: accountStream(who), events: readable, next };
  }

  private async opened(data: object, subject: string): Promise<Record<string, unknown>> {
    const own = Object.entries(data).filter(([name, value]) => name !== INTERNAL_NOTE && (!isSealed(value) || value.of === subject));
    const values = await this.vault.open(own.map(([, value]) => (isSealed(value) ? value : null)) as (Sealed | null)[]);
    return Object.fromEntries(own.map(([name, value], i) => [name, isSealed(value) ? values[i] : value]));
  }
}
