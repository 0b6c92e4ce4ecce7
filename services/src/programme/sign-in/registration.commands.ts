import type { Command, CommandMeta } from '../../engine/log/command.ts';

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
