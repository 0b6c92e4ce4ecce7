import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { fact, idOf, moveText, refusals, type TierMove } from '@framelift/contracts';
import { claimSource } from '../claims/claim.decider.ts';
import { handler, handlerAcross } from '../../engine/log/deciding/command-handler.ts';
import { Streams } from '../../engine/log/deciding/streams.ts';
import { Erasure } from '../../engine/log/sealing/erasure.ts';
import { ReadModelErasures } from '../../engine/projecting/erasing.ts';
import { digestOf, uuidFrom } from '../../platform/keys.ts';
import { refuseIf } from '../../platform/refused.ts';
import * as commands from './affiliate.commands.ts';
import * as rule from './affiliate.decider.ts';
import * as missing from './missing-sale.decider.ts';
import { payingHandler } from '../same-person.ts';
import * as payout from './payout.decider.ts';
import { changeBilling, couponSource, deleteAffiliate, editAffiliate } from './profile.decider.ts';
import { shareReceipt, withdrawReceipt } from './receipt.decider.ts';
import { recalculateTier } from './tier.decider.ts';
import { payingAdmin } from '../sign-in/admin.decider.ts';
import { documentsSource } from '../payouts/documents.decider.ts';
import { programmeSource, termsInForce } from '../terms/terms.decider.ts';

const affiliate = ({ affiliateId }: { affiliateId: string }) => rule.affiliateSource(affiliateId);
const onTerms = (command: { affiliateId: string }) => ({ affiliate: affiliate(command), programme: termsInForce });

export const AddPaymentMethodHandler = handlerAcross(commands.AddPaymentMethod, (c) => ({
  sources: onTerms(c),
  rule: payout.addPaymentMethod,
}));
export const RemovePaymentMethodHandler = handler(commands.RemovePaymentMethod, affiliate, payout.removePaymentMethod);

export const EditAffiliateHandler = handlerAcross(commands.EditAffiliate, (command) => ({
  sources: async (load) => {
    const { usernameClaim, emailClaim } = await load(affiliate(command));
    return {
      ...onTerms(command),
      oldUsername: claimSource(usernameClaim),
      newUsername: claimSource(command.fields.usernameClaim ?? usernameClaim),
      oldEmail: claimSource(emailClaim),
      newEmail: claimSource(command.fields.emailClaim ?? emailClaim),
    };
  },
  rule: editAffiliate,
}));

/** The deletion, the release of all names and the erasure of personal data are one transaction. */
@CommandHandler(commands.DeleteAffiliate)
export class DeleteAffiliateHandler implements ICommandHandler<commands.DeleteAffiliate> {
  constructor(
    private readonly streams: Streams,
    private readonly erasure: Erasure,
    private readonly readModels: ReadModelErasures,
  ) {}
  async execute(command: commands.DeleteAffiliate) {
    const source = affiliate(command);
    const outcome = await this.erasure.erase({ kind: 'affiliate', id: command.affiliateId }, (inSameTransaction) =>
      this.streams.decideAcross({
        sources: async (load) => {
          const { usernameClaim, emailClaim, coupons } = await load(source);
          const given = Object.fromEntries(coupons.map(({ codeClaim }) => [couponSource(codeClaim), claimSource(codeClaim)]));
          return { ...onTerms(command), username: claimSource(usernameClaim), email: claimSource(emailClaim), ...given };
        },
        command,
        rule: deleteAffiliate,
        inSameTransaction,
      }),
    );
    // The deletion is recorded; a failed or delayed rest is done in the background.
    await this.readModels.carryOut().catch(() => false);
    return outcome;
  }
}

/** Asks about a hundred affiliates at a time. */
async function eachOf<T>(ids: readonly string[], ask: (id: string) => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  for (let i = 0; i < ids.length; i += 100) answers.push(...(await Promise.all(ids.slice(i, i + 100).map(ask))));
  return answers;
}

/** One command per affiliate, its id derived from this one's so that a repeat completes it; then the summary. */
@CommandHandler(commands.RecalculateTiers)
export class RecalculateTiersHandler implements ICommandHandler<commands.RecalculateTiers> {
  constructor(private readonly streams: Streams) {}
  async execute(command: commands.RecalculateTiers) {
    const { meta } = command;
    const affiliateIds = (await this.streams.log.streamsWith('AffiliateRegistered')).map(idOf);
    await this.refuseOthersThanShown(command, affiliateIds);
    const outcomes = await eachOf(affiliateIds, (id) => {
      const derived = { ...meta, commandId: uuidFrom(`${meta.commandId} ${id}`), causationId: meta.commandId };
      const sources = onTerms({ affiliateId: id });
      return this.streams.decideAcross({ sources, command: { meta: derived }, rule: recalculateTier });
    });
    const changed = outcomes.filter((o) => o.events.length).length;
    return this.streams.decide(programmeSource, command, () => [fact('TiersRecalculated', { affiliates: affiliateIds.length, changed })]);
  }

  /** A repeat has made its changes, so it would make others. */
  private async refuseOthersThanShown({ meta, shown }: commands.RecalculateTiers, affiliateIds: readonly string[]) {
    if (shown === undefined || (await this.streams.isRepeated(meta))) return;
    const programme = (await this.streams.load(termsInForce)).state;
    const moves = await eachOf(affiliateIds, async (affiliateId) => {
      const { state } = await this.streams.load(affiliate({ affiliateId }));
      return recalculateTier({ affiliate: state, programme }).affiliate.map(({ data }) => ({ ...(data as TierMove), affiliateId }));
    });
    refuseIf(digestOf(moves.flat().map(moveText)) !== shown, refusals.changedMeanwhile('tiers'), 'conflict');
  }
}

export const affiliateHandlers = [
  AddPaymentMethodHandler,
  handlerAcross(commands.ChangePaymentMethod, (c) => ({ sources: onTerms(c), rule: payout.changePaymentMethod })),
  RemovePaymentMethodHandler,
  handlerAcross(commands.RequestCashout, (c) => ({ sources: onTerms(c), rule: payout.requestCashout })),
  payingHandler(commands.ProcessCashout, (c) => ({
    payees: () => [rule.ownerOf(c.cashoutId)],
    sources: async (load) => ({
      ...onTerms({ affiliateId: rule.ownerOf(c.cashoutId) }),
      admin: payingAdmin(c.meta),
      documents: documentsSource(c.meta.occurredAt, c.status === 'completed' && (await load(termsInForce)).terms.selfBilling !== null),
    }),
    rule: payout.processCashout,
  })),
  payingHandler(commands.StateCashoutOutcome, (c) => ({
    payees: () => [rule.ownerOf(c.cashoutId)],
    sources: async (load) => {
      const affiliate = rule.affiliateSource(rule.ownerOf(c.cashoutId));
      const isDocumented = (await load(affiliate)).openCashouts.some(({ id, document }) => id === c.cashoutId && document);
      return {
        ...onTerms({ affiliateId: rule.ownerOf(c.cashoutId) }),
        admin: payingAdmin(c.meta),
        documents: documentsSource(c.meta.occurredAt, isDocumented),
      };
    },
    rule: payout.stateCashoutOutcome,
  })),
  handler(commands.ChangeBilling, affiliate, changeBilling),
  handler(commands.RaiseMissingSale, affiliate, missing.raiseMissingSale),
  handler(commands.RefuseMissingSale, ({ missingSaleId }) => rule.affiliateSource(rule.ownerOf(missingSaleId)), missing.refuseMissingSale),
  handlerAcross(commands.ShareReceipt, (c) => ({ sources: onTerms(c), rule: shareReceipt })),
  handler(commands.WithdrawReceipt, affiliate, withdrawReceipt),
  handler(commands.ReadNotifications, affiliate, rule.readNotifications),
  EditAffiliateHandler,
  DeleteAffiliateHandler,
  RecalculateTiersHandler,
];
