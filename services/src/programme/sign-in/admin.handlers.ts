import { claimSource } from '../claims/claim.decider.ts';
import { handlerAcross } from '../../engine/log/command-handler.ts';
import { CreateAdmin, RevokeAdmin } from './admin.commands.ts';
import { adminSource, createAdmin, revokeAdmin } from './admin.decider.ts';

const sources = ({ adminId, usernameClaim, emailClaim }: CreateAdmin | RevokeAdmin) => ({
  account: adminSource(adminId),
  username: claimSource(usernameClaim),
  email: claimSource(emailClaim),
});

export const adminHandlers = [
  handlerAcross(CreateAdmin, (command) => ({ sources: sources(command), rule: createAdmin })),
  handlerAcross(RevokeAdmin, (command) => ({ sources: sources(command), rule: revokeAdmin })),
];
