import type { CurrencyRate, Terms } from '@framelift/contracts';
import { command } from '../../engine/log/deciding/command.ts';

/** `editBase`: the position the form was filled from; terms that were set after it are refused. */
export class SetTerms extends command<{ terms: Terms; editBase: number }>() {}

/** About the change of the limit for two admins requested at or before `editBase`. */
export class ApproveFourEyes extends command<{ editBase: number }>() {}
export class RefuseFourEyes extends command<{ editBase: number }>() {}

/** Without `editBase` it replaces no existing rate. */
export class SetCurrencyRate extends command<CurrencyRate & { editBase?: number | undefined }>() {}
