import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { claimSource } from '../claims/claim.decider.ts';
import { Streams } from '../../engine/log/streams.ts';
import { CreateAdmin, RevokeAdmin } from './admin.commands.ts';
import { adminSource, createAdmin, revokeAdmin } from './admin.decider.ts';

const sources = ({ adminId, usernameClaim, emailClaim }: CreateAdmin | RevokeAdmin) => ({
  account: adminSource(adminId),
  username: claimSource(usernameClaim),
  email: claimSource(emailClaim),
});

@CommandHandler(CreateAdmin)
export class CreateAdminHandler implements ICommandHandler<CreateAdmin> {
  constructor(private readonly streams: Streams) {}
  execute(command: CreateAdmin) {
    return this.streams.decideAcross({ sources: sources(command), command, rule: createAdmin });
  }
}

@CommandHandler(RevokeAdmin)
export class RevokeAdminHandler implements ICommandHandler<RevokeAdmin> {
  constructor(private readonly streams: Streams) {}
  execute(command: RevokeAdmin) {
    return this.streams.decideAcross({ sources: sources(command), command, rule: revokeAdmin });
  }
}

export const adminHandlers = [CreateAdminHandler, RevokeAdminHandler];
