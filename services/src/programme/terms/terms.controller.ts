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
  type TermsSetView,
} from '@framelift/contracts';
import type { CommandMeta } from '../../engine/log/deciding/command.ts';
import { Answers, Body } from '../../http/answers.ts';
import { filledFrom, requiredBase } from '../../http/filled-from.ts';
import { Meta } from '../../http/meta.ts';
import { done, Reply } from '../../http/reply.ts';
import { refuseIf } from '../../platform/refused.ts';
import { handler, handlerAcross } from '../../engine/log/deciding/command-handler.ts';
import { Streams } from '../../engine/log/deciding/streams.ts';
import { actingAdmin } from '../sign-in/admin.decider.ts';
import { ApproveFourEyes, RefuseFourEyes, SetCurrencyRate, SetTerms } from './terms.commands.ts';
import { approveFourEyes, refuseFourEyes } from './four-eyes.decider.ts';
import { programmeSource, setCurrencyRate, setTerms, termsInForce } from './terms.decider.ts';

export const SetTermsHandler = handler(SetTerms, () => programmeSource, setTerms);
const onFourEyes = ({ meta }: { meta: CommandMeta }) => ({ programme: programmeSource, admin: actingAdmin(meta) });
export const ApproveFourEyesHandler = handlerAcross(ApproveFourEyes, (c) => ({ sources: onFourEyes(c), rule: approveFourEyes }));
export const RefuseFourEyesHandler = handlerAcross(RefuseFourEyes, (c) => ({ sources: onFourEyes(c), rule: refuseFourEyes }));
export const SetCurrencyRateHandler = handler(SetCurrencyRate, () => programmeSource, setCurrencyRate);

@Controller()
export class TermsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly streams: Streams,
  ) {}

  @Answers('PUT /api/admin/terms')
  async set(
    @Body() body: TermsBody,
    @Headers('edit-base') editBase: string | undefined,
    @Meta() meta: CommandMeta,
  ): Promise<Reply<TermsSetView>> {
    const { position, events } = await this.commands.execute(
      new SetTerms({ meta, terms: termsOf(body), editBase: requiredBase(editBase) }),
    );
    return new Reply({ success: true, pendingFourEyes: events.some(({ type }) => type === 'FourEyesChangeAsked') }, position);
  }

  @Answers('POST /api/admin/terms/four-eyes/approve')
  async approveFourEyes(@Headers('edit-base') editBase: string | undefined, @Meta() meta: CommandMeta) {
    return done(await this.commands.execute(new ApproveFourEyes({ meta, editBase: requiredBase(editBase) })));
  }

  @Answers('POST /api/admin/terms/four-eyes/refuse')
  async refuseFourEyes(@Headers('edit-base') editBase: string | undefined, @Meta() meta: CommandMeta) {
    return done(await this.commands.execute(new RefuseFourEyes({ meta, editBase: requiredBase(editBase) })));
  }

  @Answers('GET /api/admin/currency-rates')
  async rates(): Promise<CurrencyRatesView> {
    const { state } = await this.streams.load(termsInForce);
    const rates = Object.entries(state.rates).map(([key, { nanos }]) => ({
      day: key.slice(0, 10),
      currency: key.slice(11),
      rate: eurosPerUnit(nanos),
    }));
    const position = Math.max(0, ...Object.values(state.rates).map(({ setAt }) => setAt));
    return { position, rates: rates.toSorted((a, b) => b.day.localeCompare(a.day) || a.currency.localeCompare(b.currency)) };
  }

  @Answers('POST /api/admin/currency-rates')
  async setRate(
    @Body() { day, currency, rate }: CurrencyRateBody,
    @Headers('edit-base') editBase: string | undefined,
    @Meta() meta: CommandMeta,
  ) {
    const nanos = nanosOf(rate);
    refuseIf(nanos === undefined, exchangeRefusals.rateInvalid);
    return done(await this.commands.execute(new SetCurrencyRate({ meta, day, currency, nanos: nanos!, editBase: filledFrom(editBase) })));
  }
}
