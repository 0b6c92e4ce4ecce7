import type { Command, CommandMeta } from '../../engine/log/command.ts';

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
