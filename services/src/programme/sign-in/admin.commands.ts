import { command } from '../../engine/log/command.ts';

/** The names of the account a command is about, as keyed hashes. */
interface Named {
  adminId: string;
  usernameClaim: string;
  emailClaim: string;
}

export class CreateAdmin extends command<Named & { username: string; email: string }>() {}

export class RevokeAdmin extends command<Named>() {}
