import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  type CurrencyRateBody,
  type CurrencyRatesView,
  exchangeRefusals,
  nanosOf,
  eurosPerUnit,
  type FourEyesBody,
  type SetTermsBody,
  termsOf,
  type TermsSetView,
} from '@framelift/contracts';
import type { CommandMeta } from '../../engine/log/deciding/command.ts';
import { Answers, Body } from '../../http/answers.ts';
import { Meta } from '../../http/meta.ts';
import { done, type Reply, replyTo } from '../../http/reply.ts';
import { refuseIf } from '../../platform/refused.ts';
import { handlerAcross } from '../../engine/log/deciding/command-handler.ts';
import { Streams } from '../../engine/log/deciding/streams.ts';
import { actingAdmin, byActingAdmin } from '../sign-in/admin.decider.ts';
import { ApproveFourEyes, RefuseFourEyes, SetCurrencyRate, SetTerms } from './terms.commands.ts';
import { approveFourEyes, refuseFourEyes } from './four-eyes.decider.ts';
import { type Programme, programmeSource, setCurrencyRate, setTerms, termsInForce } from './terms.decider.ts';

const onProgramme = ({ meta }: { meta: CommandMeta }) => ({ programme: programmeSource, admin: actingAdmin(meta) });
type OnProgramme = { programme: Programme };
export const SetTermsHandler = handlerAcross(SetTerms, (c) => ({
  sources: onProgramme(c),
  rule: byActingAdmin(({ programme }: OnProgramme, command: SetTerms) => ({ programme: setTerms(programme, command) })),
}));
export const ApproveFourEyesHandler = handlerAcross(ApproveFourEyes, (c) => ({ sources: onProgramme(c), rule: approveFourEyes }));
export const RefuseFourEyesHandler = handlerAcross(RefuseFourEyes, (c) => ({ sources: onProgramme(c), rule: refuseFourEyes }));
export const SetCurrencyRateHandler = handlerAcross(SetCurrencyRate, (c) => ({
  sources: onProgramme(c),
  rule: byActingAdmin(({ programme }: OnProgramme, command: SetCurrencyRate) => ({ programme: setCurrencyRate(programme, command) })),
}));

@Controller()
export class TermsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly streams: Streams,
  ) {}

  @Answers('PUT /api/admin/terms')
  async set(@Body() { editBase, ...terms }: SetTermsBody, @Meta() meta: CommandMeta): Promise<Reply<TermsSetView>> {
    const outcome = await this.commands.execute(new SetTerms({ meta, terms: termsOf(terms), editBase }));
    return replyTo(outcome, { success: true, pendingFourEyes: outcome.events.some(({ type }) => type === 'FourEyesChangeAsked') });
  }

  @Answers('POST /api/admin/terms/four-eyes/approve')
  async approveFourEyes(@Body() { editBase }: FourEyesBody, @Meta() meta: CommandMeta) {
    return done(await this.commands.execute(new ApproveFourEyes({ meta, editBase })));
  }

  @Answers('POST /api/admin/terms/four-eyes/refuse')
  async refuseFourEyes(@Body() { editBase }: FourEyesBody, @Meta() meta: CommandMeta) {
    return done(await this.commands.execute(new RefuseFourEyes({ meta, editBase })));
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
  async setRate(@Body() { day, currency, rate, editBase }: CurrencyRateBody, @Meta() meta: CommandMeta) {
    const nanos = nanosOf(rate);
    refuseIf(nanos === undefined, exchangeRefusals.rateInvalid);
    return done(await this.commands.execute(new SetCurrencyRate({ meta, day, currency, nanos: nanos!, editBase: editBase ?? undefined })));
  }
}
