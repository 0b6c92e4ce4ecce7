import { refusals } from '@framelift/contracts';
import { handler, handlerAcross } from '../../engine/log/deciding/command-handler.ts';
import { refuseIf } from '../../platform/refused.ts';
import { claimSource } from '../claims/claim.decider.ts';
import { termsInForce } from '../terms/terms.decider.ts';
import * as commands from './mails.commands.ts';
import * as rule from './mails.decider.ts';

const account = ({ accountId }: { accountId: string }) => rule.mailsSource(accountId);

export const mailHandlers = [
  handler(commands.ChooseMails, account, rule.chooseMails),
  handler(commands.ConfirmEmail, account, rule.confirmEmail),
  handlerAcross(commands.AskEmailChange, ({ accountId, emailClaim }) => ({
    sources: { mails: rule.mailsSource(accountId), newEmail: { ...claimSource(emailClaim), readOnly: true } },
    rule: rule.askEmailChange,
  })),
  handlerAcross(commands.ChangeEmail, ({ accountId, emailClaim }) => ({
    sources: async (load) => {
      const mails = rule.mailsSource(accountId);
      const { address } = await load(mails);
      refuseIf(!address, refusals.mailLinkInvalid, 'unauthorized');
      return { mails, programme: termsInForce, oldEmail: claimSource(address!.emailClaim), newEmail: claimSource(emailClaim) };
    },
    rule: rule.changeEmail,
  })),
];
