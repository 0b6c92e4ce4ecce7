import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { affiliateSource } from '../affiliate/affiliate.decider.ts';
import { claimSource } from '../claims/claim.decider.ts';
import { type Command, type CommandMeta, Streams } from '../../engine/log/streams.ts';
import { registerAffiliate } from './registration.decider.ts';

export class RegisterAffiliate implements Command {
  constructor(
    readonly meta: CommandMeta,
    readonly affiliateId: string,
    readonly username: string,
    readonly email: string,
    readonly usernameClaim: string,
    readonly emailClaim: string,
    readonly commissionBps: number,
  ) {}
}

@CommandHandler(RegisterAffiliate)
export class RegisterAffiliateHandler implements ICommandHandler<RegisterAffiliate> {
  constructor(private readonly streams: Streams) {}
  execute(command: RegisterAffiliate) {
    const sources = {
      username: claimSource(command.usernameClaim),
      email: claimSource(command.emailClaim),
      affiliate: affiliateSource(command.affiliateId),
    };
    return this.streams.decideAcross(sources, command, registerAffiliate);
  }
}
