import { Injectable } from '@nestjs/common';
import { idOf, MINUTE_MS } from '@framelift/contracts';
import { metaOf } from '../../engine/log/deciding/command.ts';
import { Streams } from '../../engine/log/deciding/streams.ts';
import { Every } from '../../platform/jobs.ts';
import { uuidFrom } from '../../platform/keys.ts';
import { affiliateSource } from '../affiliate/affiliate.decider.ts';
import type { Load } from '../../engine/log/deciding/decider.ts';
import { termsInForce } from '../terms/terms.decider.ts';
import { documentsSource } from './documents.decider.ts';
import { PayCashouts } from './payout-run.commands.ts';
import { payCashouts } from './payment-result.decider.ts';
import { payoutRunSource, unbooked } from './payout-run.decider.ts';

/** Completes the cashouts of a settled run, one affiliate at a time; repeats and concurrent calls apply once. @returns the last position */
export async function finishRun(streams: Streams, runId: string): Promise<number> {
  const { state: run } = await streams.load(payoutRunSource(runId));
  if (run.state !== 'settled') return 0;
  const { by, at } = run.settled!;
  let last = 0;
  for (const affiliateId of unbooked(run)) {
    const meta = metaOf(by, Date.parse(at), uuidFrom(`pay ${runId} ${affiliateId}`), true);
    const command = new PayCashouts({ meta, runId, affiliateId });
    // The affiliate's event first: the audit meets it and expects the run's.
    const sources = async (load: Load) => ({
      affiliate: affiliateSource(affiliateId),
      run: payoutRunSource(runId),
      programme: termsInForce,
      documents: documentsSource(at, (await load(termsInForce)).terms.selfBilling !== null),
    });
    const { position } = await streams.decideAcross({ sources, command, rule: payCashouts });
    last = Math.max(last, position);
  }
  return last;
}

/** Completes runs whose process ended after settling. */
@Injectable()
export class Finishing {
  /** Completed runs. There are few, so each process checks all of them once. */
  private readonly finished = new Set<string>();

  constructor(private readonly streams: Streams) {
    // A restored database may lack the payments of a run that was completed.
    streams.log.onLost(() => this.finished.clear());
  }

  /** A run that cannot be completed does not block others. */
  @Every(MINUTE_MS, 'completes the cashouts of a settled run after a crash')
  async work(_start: number, stop: AbortSignal): Promise<void> {
    const faults: unknown[] = [];
    for (const runId of (await this.streams.log.streamsWith('PayoutRunSettled')).map(idOf)) {
      if (stop.aborted) return;
      if (this.finished.has(runId)) continue;
      await finishRun(this.streams, runId).then(
        () => this.finished.add(runId),
        (fault: unknown) => faults.push(fault),
      );
    }
    if (faults.length) throw faults[0];
  }
}
