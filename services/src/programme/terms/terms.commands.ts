import type { CurrencyRate, Terms } from '@framelift/contracts';
import { command } from '../../engine/log/command.ts';

/** `editBase`: the position the form was filled from; terms that were set after it are refused. */
export class SetTerms extends command<{ terms: Terms; editBase?: number }>() {}

export class SetCurrencyRate extends command<CurrencyRate>() {}
