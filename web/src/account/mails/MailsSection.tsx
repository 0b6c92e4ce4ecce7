import type { MailsBody, MailsView } from '@framelift/contracts';
import { Mail } from 'lucide-react';
import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { Faint, Soft } from '../../ui/layout/Text.tsx';
import { Choice } from '../../ui/lists/Choice.tsx';
import styles from '../account.module.css';
import { Section } from '../Section.tsx';
import { useChooseMailsMutation } from './mailsApi.ts';
import { useToast } from '../../ui/layout/Toaster.tsx';

const sales = { instant: 'At once', daily: 'Daily summary', off: 'Off' } as const;
const onOff = { on: 'On', off: 'Off' } as const;

interface Props {
  mails: MailsView;
  isAdmin: boolean;
}

/** What an account is written to about. A choice counts as soon as it is pressed. */
export function MailsSection({ mails, isAdmin }: Props) {
  const toast = useToast();
  const [choose] = useCommand(useChooseMailsMutation());

  const set = async (choice: Partial<MailsBody>) => {
    const { error } = await choose({ sales: mails.sales, cashouts: mails.cashouts, tiers: mails.tiers, ...choice });
    if (error) toast.error(errorText(error, 'An error occurred'));
    else toast.success('Saved.');
  };
  const switchOf = (legend: string, isOn: boolean, choiceOf: (isOn: boolean) => Partial<MailsBody>) => (
    <Choice legend={legend} options={onOff} chosen={isOn ? 'on' : 'off'} onChoose={(to) => set(choiceOf(to === 'on'))} />
  );

  return (
    <Section icon={<Mail aria-hidden />} title="E-mail notifications" lead="Each of these e-mails has an unsubscribe link.">
      <ul className={styles.groups}>
        {isAdmin ? (
          <li>
            <div>
              <strong>Missing sales</strong>
              <Faint>When an affiliate reports one.</Faint>
            </div>
            {switchOf('Missing sales', mails.sales !== 'off', (isOn) => ({ sales: isOn ? 'instant' : 'off' }))}
          </li>
        ) : (
          <li>
            <div>
              <strong>Sales</strong>
              <Faint>Sales credited to you and sales reversed{mails.confirmed ? '.' : ', once your address is confirmed.'}</Faint>
            </div>
            <Choice legend="Sales" options={sales} chosen={mails.sales} onChoose={(to) => set({ sales: to })} />
          </li>
        )}
        <li>
          <div>
            <strong>Cashouts</strong>
            <Faint>{isAdmin ? 'When one needs a decision.' : 'Updates on your cashout requests.'}</Faint>
          </div>
          {switchOf('Cashouts', mails.cashouts, (cashouts) => ({ cashouts }))}
        </li>
        {!isAdmin && (
          <li>
            <div>
              <strong>Tiers</strong>
              <Faint>When you reach a new tier.</Faint>
            </div>
            {switchOf('Tiers', mails.tiers, (tiers) => ({ tiers }))}
          </li>
        )}
      </ul>
      <Soft>
        Always sent, because {isAdmin ? 'they protect the programme' : 'they protect your account'}:{' '}
        {isAdmin
          ? 'changes of your password, two-factor sign-in and address, parked events, books out of balance, paused webhooks.'
          : 'changes of your password, two-factor sign-in, payout details, address and status. So are answers about sales that you reported as missing.'}
      </Soft>
    </Section>
  );
}
