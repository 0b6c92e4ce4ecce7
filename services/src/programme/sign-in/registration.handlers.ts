import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { affiliateSource } from '../affiliate/affiliate.decider.ts';
import { claimSource } from '../claims/claim.decider.ts';
import { Streams } from '../../engine/log/streams.ts';
import { RegisterAffiliate } from './registration.commands.ts';
import { registerAffiliate } from './registration.decider.ts';

@CommandHandler(RegisterAffiliate)
export class RegisterAffiliateHandler implements ICommandHandler<RegisterAffiliate> {
  constructor(private readonly streams: Streams) {}
  execute(command: RegisterAffiliate) {
    const sources = {
      username: claimSource(command.usernameClaim),
      email: claimSource(command.emailClaim),
      affiliate: affiliateSource(command.affiliateId),
    };
    return this.streams.decideAcross({ sources, command, rule: registerAffiliate });
  }
}

export const registrationHandlers = [RegisterAffiliateHandler];
