import { type Static, Type } from 'typebox';
import { exchangeRefusals, exchangeRules } from '../rules/exchange.ts';
import { forAdmins } from './call.ts';
import { CalendarDay, mayBeBasedOn, refused } from './fields.ts';

export const CurrencyRateBody = Type.Object({
  day: CalendarDay(exchangeRefusals.dayInvalid),
  currency: Type.String({ pattern: '^[A-Z]{3}$', ...refused(exchangeRefusals.currencyInvalid) }),
  rate: Type.Number({ ...exchangeRules.rate, ...refused(exchangeRefusals.rateInvalid) }),
  ...mayBeBasedOn,
});
export type CurrencyRateBody = Static<typeof CurrencyRateBody>;

export const CurrencyRatesView = Type.Object({
  rates: Type.Array(
    Type.Object({
      day: Type.String({ format: 'date' }),
      currency: Type.String(),
      rate: Type.Number({ description: 'Euros for one unit of the currency' }),
    }),
    { description: 'The newest day first' },
  ),
  position: Type.Integer({ description: 'Of the last one that was set, for `editBase`; 0: none was' }),
});
export type CurrencyRatesView = Static<typeof CurrencyRatesView>;

/** What admins say of other currencies (docs/rules.md#28-other-currencies). */
export const currencyRateCalls = forAdmins({
  'GET /api/admin/currency-rates': {
    does: 'The exchange rates that were set for days.',
    scope: 'read:programme',
    noPersonalData: true,
    answers: CurrencyRatesView,
  },
  'POST /api/admin/currency-rates': {
    does: 'Set what a currency is worth on a day (UTC), for sales that are decided on from now on. `editBase` is required to replace the rate of a day that has one.',
    body: CurrencyRateBody,
  },
});
