import { handler } from '../engine/log/command-handler.ts';
import { NotePartialRefund, StartCheckout } from './checkout.commands.ts';
import { checkoutSource, notePartialRefund, startCheckout } from './checkout.decider.ts';

export const StartCheckoutHandler = handler(StartCheckout, ({ data }) => checkoutSource(data), startCheckout);
export const NotePartialRefundHandler = handler(NotePartialRefund, ({ invoice }) => checkoutSource(invoice.ref), notePartialRefund);
