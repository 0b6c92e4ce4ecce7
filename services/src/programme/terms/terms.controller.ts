import { Controller, Headers } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  type CurrencyRateBody,
  type CurrencyRatesView,
  exchangeRefusals,
  nanosOf,
  eurosPerUnit,
  type TermsBody,
  termsOf,
} from '@framelift/contracts';
import type { CommandMeta } from '../../engine/log/command.ts';
import { Answers, Body } from '../../http/answers.ts';
import { filledFrom } from '../../http/filled-from.ts';
import { Meta } from '../../http/meta.ts';
import { done } from '../../http/reply.ts';
import { refuseIf } from '../../platform/refused.ts';
import { handler } from '../../engine/log/command-handler.ts';
import { Streams } from '../../engine/log/streams.ts';
import { SetCurrencyRate, SetTerms } from './terms.commands.ts';
import { programmeSource, setCurrencyRate, setTerms, termsInForce } from './terms.decider.ts';

export const SetTermsHandler = handler(SetTerms, () => programmeSource, setTerms);
export const SetCurrencyRateHandler = handler(SetCurrencyRate, () => programmeSource, setCurrencyRate);

@Controller()
export class TermsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly streams: Streams,
  ) {}

  @Answers('PUT /api/admin/terms')
  async set(@Body() body: TermsBody, @Headers('edit-base') editBase: string | undefined, @Meta() meta: CommandMeta) {
    return done(await this.commands.execute(new SetTerms({ meta, terms: termsOf(body), editBase: filledFrom(editBase) })));
  }

  @Answers('GET /api/admin/currency-rates')
  async rates(): Promise<CurrencyRatesView> {
    const { state } = await this.streams.load(termsInForce);
    const rates = Object.entries(state.rates).map(([key, { nanos }]) => ({
      day: key.slice(0, 10),
      currency: key.slice(11),
      rate: eurosPerUnit(nanos),
    }));
    return { rates: rates.toSorted((a, b) => b.day.localeCompare(a.day) || a.currency.localeCompare(b.currency)) };
  }

  @Answers('POST /api/admin/currency-rates')
  async setRate(@Body() { day, currency, rate }: CurrencyRateBody, @Meta() meta: CommandMeta) {
    const nanos = nanosOf(rate);
    refuseIf(nanos === undefined, exchangeRefusals.rateInvalid);
    return done(await this.commands.execute(new SetCurrencyRate({ meta, day, currency, nanos: nanos! })));
  }
}
