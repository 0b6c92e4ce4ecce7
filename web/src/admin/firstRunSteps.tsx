import type { FirstRunStep, FirstRunView } from '@framelift/contracts';
import type { ReactNode } from 'react';
import { adminPath, paths } from '../lib/paths.ts';
import { Button, ButtonAnchor, ButtonLink } from '../ui/Button.tsx';
import { Soft } from '../ui/layout/Text.tsx';
import { Missing } from './MissingSettings.tsx';
import { TestMail } from './TestMail.tsx';

interface Shown {
  title: string;
  text: ReactNode;
  more?: ReactNode;
  action?: ReactNode;
}

/** Each step while it is open: what it is for, and where it is done. */
export const firstRunSteps = ({ provider, mail, mailbox, missing }: FirstRunView, onCreate: () => void): Record<FirstRunStep, Shown> => ({
  brand: {
    title: 'Name and colours',
    text: 'Pages, mails and documents carry your name and your colour.',
    action: (
      <ButtonLink to={adminPath('site', 'brand')} size="small">
        Set brand
      </ButtonLink>
    ),
  },
  products: {
    title: 'Product and price',
    text: 'What you sell, what is free, and for how much.',
    action: (
      <ButtonLink to={adminPath('site', 'products')} size="small">
        Set products
      </ButtonLink>
    ),
  },
  provider: {
    title: 'Payment provider',
    text: 'Payments go to a sandbox: no money moves. Buy once as a customer, to see all of it work.',
    more: provider === 'sandbox' && (
      <>
        <Soft>To sell, set the settings of one provider in the environment or in the file .env, and restart:</Soft>
        <Missing of="Stripe" names={missing.stripe} values={{ STORE_PROVIDER: 'stripe' }} />
        <Missing of="SellAuth" names={missing.sellauth} values={{ STORE_PROVIDER: 'sellauth' }} />
      </>
    ),
    action: (
      <ButtonAnchor href={paths.pricing} target="_blank" size="small">
        Test purchase
      </ButtonAnchor>
    ),
  },
  mail: {
    title: 'Mail',
    text: {
      sandbox: (
        <>
          No mail server is set: mails are kept in the <a href={mailbox!}>sandbox mailbox</a>.
        </>
      ),
      server: 'Mails go out by your mail server. Check that they arrive.',
      off: 'No mail is sent.',
    }[mail],
    more: (
      <>
        {mail !== 'server' && (
          <>
            <Soft>To send mails, set in the environment or in the file .env, and restart:</Soft>
            <Missing of="Mail server" names={missing.mail} />
          </>
        )}
        {mail !== 'off' && <TestMail isSandbox={mail === 'sandbox'} />}
      </>
    ),
  },
  affiliate: {
    title: 'First affiliate',
    text: 'Somebody who recommends you: create an account for them, or send them the address of the registration.',
    action: (
      <Button size="small" onClick={onCreate}>
        Create affiliate
      </Button>
    ),
  },
});
