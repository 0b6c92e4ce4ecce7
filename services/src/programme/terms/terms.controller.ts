import { Controller, Headers } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type TermsBody, termsOf } from '@framelift/contracts';
import type { CommandMeta } from '../../engine/log/command.ts';
import { Answers, Body } from '../../http/answers.ts';
import { filledFrom } from '../../http/filled-from.ts';
import { Meta } from '../../http/meta.ts';
import { done } from '../../http/reply.ts';
import { handler } from '../../engine/log/command-handler.ts';
import { SetTerms } from './terms.commands.ts';
import { programmeSource, setTerms } from './terms.decider.ts';

export const SetTermsHandler = handler(SetTerms, () => programmeSource, setTerms);

@Controller()
export class TermsController {
  constructor(private readonly commands: CommandBus) {}

  @Answers('PUT /api/admin/terms')
  async set(@Body() body: TermsBody, @Headers('edit-base') editBase: string | undefined, @Meta() meta: CommandMeta) {
    return done(await this.commands.execute(new SetTerms({ meta, terms: termsOf(body), editBase: filledFrom(editBase) })));
  }
}
