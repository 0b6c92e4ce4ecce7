import type { Events, FactData } from '@framelift/contracts';
import type { Command, CommandMeta } from '../engine/log/command.ts';
import type { Invoice } from './providers/sellauth/provider.ts';

export class StartCheckout implements Command {
  constructor(
    readonly meta: CommandMeta,
    readonly data: FactData<Events['CheckoutStarted']>,
  ) {}
}

export class NotePartialRefund implements Command {
  constructor(
    readonly meta: CommandMeta,
    readonly invoice: Invoice,
  ) {}
}
