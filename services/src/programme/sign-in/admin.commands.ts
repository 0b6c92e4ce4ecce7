import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { claimSource } from '../claims/claim.decider.ts';
import { type Command, type CommandMeta, Streams } from '../../engine/log/streams.ts';
import { adminSource, createAdmin, revokeAdmin } from './admin.decider.ts';

/** The names of the account a command is about, as keyed hashes. */
interface Named {
  adminId: string;
  usernameClaim: string;
  emailClaim: string;
}

export class CreateAdmin implements Command, Named {
  constructor(
    readonly meta: CommandMeta,
    readonly adminId: string,
    readonly username: string,
    readonly email: string,
    readonly usernameClaim: string,
    readonly emailClaim: string,
  ) {}
}

export class RevokeAdmin implements Command, Named {
  constructor(
    readonly meta: CommandMeta,
    readonly adminId: string,
    readonly usernameClaim: string,
    readonly emailClaim: string,
  ) {}
}

const sources = ({ adminId, usernameClaim, emailClaim }: Named) => ({
  account: adminSource(adminId),
  username: claimSource(usernameClaim),
  email: claimSource(emailClaim),
});

@CommandHandler(CreateAdmin)
export class CreateAdminHandler implements ICommandHandler<CreateAdmin> {
  constructor(private readonly streams: Streams) {}
  execute(command: CreateAdmin) {
    return this.streams.decideAcross(sources(command), command, createAdmin);
  }
}

@CommandHandler(RevokeAdmin)
export class RevokeAdminHandler implements ICommandHandler<RevokeAdmin> {
  constructor(private readonly streams: Streams) {}
  execute(command: RevokeAdmin) {
    return this.streams.decideAcross(sources(command), command, revokeAdmin);
  }
}
