import type { CurrencyRate, TermsToSet } from '@framelift/contracts';
import { command } from '../../engine/log/deciding/command.ts';

/** `editBase`: the position the form was filled from; terms that were set after it are refused. */
export class SetTerms extends command<{ terms: TermsToSet; editBase: number }>() {}

/** About the change of limits requested at or before `editBase`. */
export class ApproveFourEyes extends command<{ editBase: number }>() {}
export class RefuseFourEyes extends command<{ editBase: number }>() {}

/** Without `editBase` it replaces no existing rate. */
export class SetCurrencyRate extends command<CurrencyRate & { editBase?: number | undefined }>() {}
