import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { fact, idOf, programmeStream } from '@framelift/contracts';
import { claimSource } from '../claims/claim.decider.ts';
import type { Source } from '../../engine/log/decider.ts';
import { Streams } from '../../engine/log/streams.ts';
import { Erasure } from '../../engine/log/erasure.ts';
import { ReadModelErasures } from '../../engine/projecting/erasing.ts';
import { uuidFrom } from '../../platform/keys.ts';
import {
  AddPaymentMethod,
  ChangePaymentMethod,
  DeleteAffiliate,
  EditAffiliate,
  ProcessCashout,
  ReadNotifications,
  RecalculateTiers,
  RemovePaymentMethod,
  RequestCashout,
} from './affiliate.commands.ts';
import * as rule from './affiliate.decider.ts';
import { deleteAffiliate, editAffiliate } from './profile.decider.ts';

@CommandHandler(AddPaymentMethod)
export class AddPaymentMethodHandler implements ICommandHandler<AddPaymentMethod> {
  constructor(private readonly streams: Streams) {}
  execute(command: AddPaymentMethod) {
    return this.streams.decide(rule.affiliateSource(command.affiliateId), command, rule.addPaymentMethod);
  }
}

@CommandHandler(ChangePaymentMethod)
export class ChangePaymentMethodHandler implements ICommandHandler<ChangePaymentMethod> {
  constructor(private readonly streams: Streams) {}
  execute(command: ChangePaymentMethod) {
    return this.streams.decide(rule.affiliateSource(command.affiliateId), command, rule.changePaymentMethod);
  }
}

@CommandHandler(RemovePaymentMethod)
export class RemovePaymentMethodHandler implements ICommandHandler<RemovePaymentMethod> {
  constructor(private readonly streams: Streams) {}
  execute(command: RemovePaymentMethod) {
    return this.streams.decide(rule.affiliateSource(command.affiliateId), command, rule.removePaymentMethod);
  }
}

@CommandHandler(RequestCashout)
export class RequestCashoutHandler implements ICommandHandler<RequestCashout> {
  constructor(private readonly streams: Streams) {}
  execute(command: RequestCashout) {
    return this.streams.decide(rule.affiliateSource(command.affiliateId), command, rule.requestCashout);
  }
}

@CommandHandler(ProcessCashout)
export class ProcessCashoutHandler implements ICommandHandler<ProcessCashout> {
  constructor(private readonly streams: Streams) {}
  execute(command: ProcessCashout) {
    return this.streams.decide(rule.affiliateSource(rule.affiliateOfCashout(command.cashoutId)), command, rule.processCashout);
  }
}

@CommandHandler(ReadNotifications)
export class ReadNotificationsHandler implements ICommandHandler<ReadNotifications> {
  constructor(private readonly streams: Streams) {}
  execute(command: ReadNotifications) {
    return this.streams.decide(rule.affiliateSource(command.affiliateId), command, rule.readNotifications);
  }
}

@CommandHandler(EditAffiliate)
export class EditAffiliateHandler implements ICommandHandler<EditAffiliate> {
  constructor(private readonly streams: Streams) {}
  execute(command: EditAffiliate) {
    const affiliate = rule.affiliateSource(command.affiliateId);
    return this.streams.decideAcross({
      sources: async (load) => {
        const { usernameClaim, emailClaim } = await load(affiliate);
        return {
          affiliate,
          oldUsername: claimSource(usernameClaim),
          newUsername: claimSource(command.fields.usernameClaim ?? usernameClaim),
          oldEmail: claimSource(emailClaim),
          newEmail: claimSource(command.fields.emailClaim ?? emailClaim),
        };
      },
      command,
      rule: editAffiliate,
    });
  }
}

/** The deletion, the release of both names and the end of all personal data are one transaction. */
@CommandHandler(DeleteAffiliate)
export class DeleteAffiliateHandler implements ICommandHandler<DeleteAffiliate> {
  constructor(
    private readonly streams: Streams,
    private readonly erasure: Erasure,
    private readonly readModels: ReadModelErasures,
  ) {}
  async execute(command: DeleteAffiliate) {
    const affiliate = rule.affiliateSource(command.affiliateId);
    const outcome = await this.streams.decideAcross({
      sources: async (load) => {
        const { usernameClaim, emailClaim } = await load(affiliate);
        return { affiliate, username: claimSource(usernameClaim), email: claimSource(emailClaim) };
      },
      command,
      rule: deleteAffiliate,
      also: this.erasure.of({ kind: 'affiliate', id: command.affiliateId }),
    });
    // The deletion stands; what fails or waits here is done in the background.
    await this.readModels.carryOut().catch(() => false);
    return outcome;
  }
}

const programme: Source<null> = { streamId: programmeStream, decider: { name: 'programme', version: 1, initial: null, evolve: {} } };

/** One command per affiliate, its id derived from this one's so that a repeat finishes what was begun; then the summary. */
@CommandHandler(RecalculateTiers)
export class RecalculateTiersHandler implements ICommandHandler<RecalculateTiers> {
  constructor(private readonly streams: Streams) {}
  async execute(command: RecalculateTiers) {
    const { meta } = command;
    const affiliateIds = (await this.streams.log.streamsWith('AffiliateRegistered')).map(idOf);
    let changed = 0;
    for (let i = 0; i < affiliateIds.length; i += 100) {
      const outcomes = await Promise.all(
        affiliateIds.slice(i, i + 100).map((id) => {
          const derived = { ...meta, commandId: uuidFrom(`${meta.commandId} ${id}`), causationId: meta.commandId };
          return this.streams.decide(rule.affiliateSource(id), { meta: derived }, rule.recalculateTier);
        }),
      );
      changed += outcomes.filter((o) => o.events.length).length;
    }
    return this.streams.decide(programme, command, () => [fact('TiersRecalculated', { affiliates: affiliateIds.length, changed })]);
  }
}

export const affiliateHandlers = [
  AddPaymentMethodHandler,
  ChangePaymentMethodHandler,
  RemovePaymentMethodHandler,
  RequestCashoutHandler,
  ProcessCashoutHandler,
  ReadNotificationsHandler,
  EditAffiliateHandler,
  DeleteAffiliateHandler,
  RecalculateTiersHandler,
];
