import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type Fact, fact, type PayoutAccountBody, type PayoutAccountView, refusals, shownDetails } from '@framelift/contracts';
import { command, type CommandMeta } from '../../../../engine/log/deciding/command.ts';
import { handlerAcross } from '../../../../engine/log/deciding/command-handler.ts';
import { Streams } from '../../../../engine/log/deciding/streams.ts';
import { Answers, Body } from '../../../../http/answers.ts';
import { Meta } from '../../../../http/meta.ts';
import { done } from '../../../../http/reply.ts';
import { refuseIf } from '../../../../platform/refused.ts';
import { actingAdmin, byActingAdmin } from '../../../sign-in/admin.decider.ts';
import { type Programme, programmeSource, termsInForce } from '../../../terms/terms.decider.ts';

/** `iban` without spaces; `editBase`: the position the form was filled from. */
export class SetPayoutAccount extends command<PayoutAccountBody>() {}
export const setPayoutAccount = ({ payoutAccount: known }: Programme, { iban, name, editBase }: SetPayoutAccount): Fact[] => {
  if (known?.iban === iban && known.name === name) return [];
  refuseIf(!!known && known.setAt > editBase, refusals.changedMeanwhile('account'), 'conflict');
  return [fact('PayoutAccountSet', { iban, name })];
};
export const SetPayoutAccountHandler = handlerAcross(SetPayoutAccount, ({ meta }) => ({
  sources: { programme: programmeSource, admin: actingAdmin(meta) },
  rule: byActingAdmin(({ programme }: { programme: Programme }, c: SetPayoutAccount) => ({ programme: setPayoutAccount(programme, c) })),
}));

/** The seller's own account (docs/rules.md#25-payout-runs). */
@Controller()
export class PayoutAccountController {
  constructor(
    private readonly commands: CommandBus,
    private readonly streams: Streams,
  ) {}

  @Answers('GET /api/admin/payout-account')
  async account(): Promise<PayoutAccountView> {
    const { payoutAccount } = (await this.streams.load(termsInForce)).state;
    if (!payoutAccount) return { iban: null, name: null, position: 0 };
    const { setAt, ...account } = payoutAccount;
    return { ...shownDetails(account), position: setAt };
  }

  @Answers('PUT /api/admin/payout-account')
  async set(@Body() body: PayoutAccountBody, @Meta() meta: CommandMeta) {
    return done(await this.commands.execute(new SetPayoutAccount({ meta, ...body })));
  }
}
