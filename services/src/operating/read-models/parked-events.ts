import { Inject, Injectable } from '@nestjs/common';
import {
  fact,
  PARKED_AT_ONCE,
  type ParkedDecidedView,
  type ParkedDecisionBody,
  type ParkedView,
  programmeStream,
  refusals,
  type Stored,
} from '@framelift/contracts';
import type { CommandMeta } from '../../engine/log/deciding/command.ts';
import { Streams } from '../../engine/log/deciding/streams.ts';
import { Vault } from '../../engine/log/sealing/vault.ts';
import { groupParked, type ParkedGroup } from '../../engine/projecting/parked-groups.ts';
import { type Decided, decideParked, listParked, NotParked, recentDecisions } from '../../engine/projecting/parked-streams.ts';
import type { Projection } from '../../engine/projecting/projection.ts';
import type { Database } from '../../engine/projecting/read-model.ts';
import { FOLLOWERS } from '../../engine/reacting/reactor.ts';
import type { Pool } from '../../platform/pg.ts';
import { Refused } from '../../platform/refused.ts';
import { PATIENT_POOL, POOL } from '../../platform/tokens.ts';
import { joinAccount } from '../../screens/names.ts';

const SHOWN = 20;

/** Admins' decisions on parked events: by cause, many streams together, with the rules of `ops parked`. */
@Injectable()
export class ParkedEvents {
  private readonly patient: Database;

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(PATIENT_POOL) patientPool: Pool,
    private readonly streams: Streams,
    vault: Vault,
    @Inject(FOLLOWERS) private readonly followers: readonly Projection[],
  ) {
    this.patient = { pool: patientPool, vault };
  }

  async view(): Promise<ParkedView> {
    const groups = await this.groups();
    const decisions = await recentDecisions(this.pool, SHOWN);
    const { rows } = await this.pool.query<{ name: string | null }>(
      `select a.username as name from unnest($1::text[]) with ordinality as d (id, n) ${joinAccount('a', 'd.id')} order by d.n`,
      [decisions.map(({ by }) => by)],
    );
    return {
      groups: groups.map((group) => groupView(group)),
      decisions: decisions.map(({ projection, by, decidedAt, ...decided }: Decided, i) => ({
        ...decided,
        readModel: projection,
        by: rows[i]?.name ?? by,
        decidedAt: decidedAt.toISOString(),
      })),
    };
  }

  /** The fact first, so that every skip is in the log; a repeat continues with the events still parked. */
  async decide(body: ParkedDecisionBody, meta: CommandMeta): Promise<{ view: ParkedDecidedView; position: number }> {
    const [before] = await this.streams.log.readCommand(meta.commandId);
    const decision = before ? (before.data as Stored<'ParkedEventsDecided'>) : await this.chosen(body);
    const facts = [fact('ParkedEventsDecided', decision)];
    const { position } = before ?? (await this.streams.recordFacts(programmeStream, facts, meta));
    let parked = 0;
    for (const at of decision.positions) if (await this.decideOne(decision, at, body.reason, meta)) parked++;
    const group = (await this.groups()).find(({ fingerprint }) => fingerprint === body.fingerprint);
    const remaining = group?.streams.filter((stream) => !decision.positions.includes(stream.position)).length ?? 0;
    return { view: { decided: decision.positions.length, parked, remaining }, position };
  }

  /** @returns whether the stream is still parked, or parked again at a later event. */
  private async decideOne(decision: Stored<'ParkedEventsDecided'>, position: number, reason: string, { actor, commandId }: CommandMeta) {
    const projection = this.followers.find(({ name }) => name === decision.readModel)!;
    try {
      return (
        (await decideParked(this.patient, this.streams.log, projection, position, decision.decision, {
          by: actor.id,
          reason,
          commandId,
        })) !== undefined
      );
    } catch (error) {
      if (error instanceof NotParked) return false;
      throw error;
    }
  }

  /** @throws Refused if the group is gone, or larger than the one shown. */
  private async chosen({ fingerprint, decision, streams }: ParkedDecisionBody): Promise<Stored<'ParkedEventsDecided'>> {
    const group = (await this.groups()).find((g) => g.fingerprint === fingerprint);
    if (!group) throw new Refused(refusals.notFound, 'missing');
    if (group.streams.length > streams) throw new Refused(refusals.parkedChanged, 'conflict');
    const positions = group.streams.slice(0, PARKED_AT_ONCE).map(({ position }) => position);
    return { readModel: group.projection, decision, positions };
  }

  private async groups(): Promise<ParkedGroup[]> {
    return groupParked(await listParked(this.pool, this.followers));
  }
}

const groupView = ({ fingerprint, projection, type, error, streams }: ParkedGroup): ParkedView['groups'][number] => ({
  fingerprint,
  readModel: projection,
  type,
  error,
  streams: streams.length,
  waiting: streams.reduce((n, { waiting }) => n + waiting, 0),
  firstParkedAt: new Date(Math.min(...streams.map(({ parkedAt }) => parkedAt.getTime()))).toISOString(),
  first: streams
    .slice(0, SHOWN)
    .map(({ position, streamId, parkedAt, waiting }) => ({ position, streamId, parkedAt: parkedAt.toISOString(), waiting })),
});
