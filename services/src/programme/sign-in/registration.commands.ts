import { command } from '../../engine/log/command.ts';

export class RegisterAffiliate extends command<{
  affiliateId: string;
  username: string;
  email: string;
  usernameClaim: string;
  emailClaim: string;
  commissionBps: number;
}>() {}
