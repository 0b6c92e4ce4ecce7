import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type CouponProblem, couponRefusals } from '@framelift/contracts';
import { affiliateSource } from '../programme/affiliate/affiliate.decider.ts';
import { affiliateBehind, claimSource } from '../programme/claims/claim.decider.ts';
import { termsInForce } from '../programme/terms/terms.decider.ts';
import type { CommandMeta, Outcome } from '../engine/log/deciding/command.ts';
import type { Source } from '../engine/log/deciding/decider.ts';
import { Streams } from '../engine/log/deciding/streams.ts';
import { Vault } from '../engine/log/sealing/vault.ts';
import { Keys } from '../platform/keys.ts';
import type { Logger } from '../platform/logging.ts';
import { Refused, refuseIf } from '../platform/refused.ts';
import { pause } from '../platform/retrying.ts';
import { LOGGER } from '../platform/tokens.ts';
import { couponOf, giveCoupon, type Supported, supportedBy } from './coupon.decider.ts';
import { StoreProblem } from './invoice.ts';
import { type StoreProvider, StoreProviders } from './provider.ts';
import { GiveCoupon, TakeBackCoupon } from './store.commands.ts';

const OTHERS_MS = 2_000;

/** Codes for checkout: owners, adding and removing; a discount is created at the store first (docs/rules.md#19-codes). */
@Injectable()
export class Coupons {
  constructor(
    private readonly streams: Streams,
    private readonly keys: Keys,
    private readonly vault: Vault,
    private readonly providers: StoreProviders,
    private readonly commands: CommandBus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The affiliate of an entered code at a moment, or why it has no effect. `buyerId`: of a logged-in affiliate who buys. */
  async supported(typed: string, now: string, buyerId?: string): Promise<Supported | CouponProblem> {
    const codeClaim = this.claimOf(typed);
    const [claim, programme] = await Promise.all([this.state(claimSource(codeClaim)), this.state(termsInForce)]);
    const affiliate = await this.state(affiliateSource(affiliateBehind(claim, now) ?? 'nobody'));
    return supportedBy({ claim, affiliate, programme, codeClaim, buyerId });
  }

  /** A repeat finds the coupon at the store after a crash. */
  async give(affiliateId: string, { code, discountBps }: Pick<GiveCoupon, 'code' | 'discountBps'>, meta: CommandMeta): Promise<Outcome> {
    const codeClaim = this.claimOf(code);
    const command = new GiveCoupon({ meta, affiliateId, code, codeClaim, ...(discountBps ? { discountBps } : {}) });
    if (discountBps && !(await this.streams.isRepeated(meta))) {
      // Refused codes are not created at the store.
      const [affiliate, claim, programme] = await Promise.all([
        this.state(affiliateSource(affiliateId)),
        this.state(claimSource(codeClaim)),
        this.state(termsInForce),
      ]);
      giveCoupon({ affiliate, claim, programme }, command);
      const coupon = { code, discountBps };
      refuseIf(!(await this.atStore(() => this.providers.chosen.couponFor(coupon))), couponRefusals.differs, 'conflict');
      await this.atOthers((provider) => provider.couponFor(coupon));
    }
    return this.commands.execute(command);
  }

  async takeBack(affiliateId: string, code: string, meta: CommandMeta): Promise<Outcome> {
    const codeClaim = this.claimOf(code);
    if (!(await this.streams.isRepeated(meta))) {
      const coupon = couponOf(await this.state(affiliateSource(affiliateId)), codeClaim);
      const given = coupon.discountBps ? await this.vault.openOne<string>(coupon.code) : null;
      if (given) {
        await this.atStore(() => this.providers.chosen.deleteCoupon(given));
        await this.atOthers((provider) => provider.deleteCoupon(given));
      }
    }
    return this.commands.execute(new TakeBackCoupon({ meta, affiliateId, codeClaim }));
  }

  /** Usernames and codes are claimed alike. */
  private claimOf(code: string): string {
    return this.keys.claim('username', code);
  }

  private async state<State>(source: Source<State>): Promise<State> {
    return (await this.streams.load(source)).state;
  }

  /** Asks providers without new checkouts, for a seller who migrates. Their failures are ignored and their time is limited. */
  private async atOthers(ask: (provider: StoreProvider) => Promise<unknown>): Promise<void> {
    const others = this.providers.all.filter((provider) => provider !== this.providers.chosen);
    const answers = others.map((provider) =>
      ask(provider).catch((error: unknown) =>
        this.logger.warn({ err: error, provider: provider.name }, 'a coupon could not be changed at a provider that opens no checkouts'),
      ),
    );
    const done = new AbortController();
    await Promise.race([Promise.all(answers), pause(OTHERS_MS, done.signal)]).finally(() => done.abort());
  }

  private async atStore<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof StoreProblem)) throw error;
      this.logger.error({ err: error }, 'a coupon could not be changed at the store');
      throw new Refused(couponRefusals.storeFailed, 'badStore');
    }
  }
}
