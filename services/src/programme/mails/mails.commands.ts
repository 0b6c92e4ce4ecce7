import type { MailChoices } from '@framelift/contracts';
import { command } from '../../engine/log/deciding/command.ts';

/** `accountId` is always the stream of an affiliate or admin. */
export class ChooseMails extends command<{ accountId: string; choices: Partial<MailChoices> }>() {}

/** `emailClaim`: of the address that the link was sent to. */
export class ConfirmEmail extends command<{ accountId: string; emailClaim: string }>() {}

export class AskEmailChange extends command<{ accountId: string; email: string; emailClaim: string }>() {}

/** The link that was sent to the new address was opened. */
export class ChangeEmail extends command<{ accountId: string; email: string; emailClaim: string }>() {}
