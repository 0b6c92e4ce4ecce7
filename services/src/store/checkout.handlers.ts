import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Streams } from '../engine/log/streams.ts';
import { NotePartialRefund, StartCheckout } from './checkout.commands.ts';
import { checkoutSource, notePartialRefund, startCheckout } from './checkout.decider.ts';

@CommandHandler(StartCheckout)
export class StartCheckoutHandler implements ICommandHandler<StartCheckout> {
  constructor(private readonly streams: Streams) {}
  execute(command: StartCheckout) {
    return this.streams.decide(checkoutSource(command.data), command, startCheckout);
  }
}

@CommandHandler(NotePartialRefund)
export class NotePartialRefundHandler implements ICommandHandler<NotePartialRefund> {
  constructor(private readonly streams: Streams) {}
  execute(command: NotePartialRefund) {
    return this.streams.decide(checkoutSource(command.invoice.ref), command, notePartialRefund);
  }
}

export const checkoutHandlers = [StartCheckoutHandler, NotePartialRefundHandler];
