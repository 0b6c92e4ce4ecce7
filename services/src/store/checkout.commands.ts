import type { Events, FactData } from '@framelift/contracts';
import { command } from '../engine/log/command.ts';
import type { Invoice } from './invoice.ts';

export class StartCheckout extends command<{ data: FactData<Events['CheckoutStarted']> }>() {}

export class NotePartialRefund extends command<{ invoice: Invoice }>() {}
