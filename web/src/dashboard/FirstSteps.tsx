import type { DashboardView } from '@framelift/contracts';
import { payoutMethods } from '@framelift/contracts/payout-methods';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { TitledCard } from '../ui/layout/TitledCard.tsx';
import { Step, Steps } from '../ui/lists/Steps.tsx';
import { affiliateLink } from './sharing/affiliateLink.ts';

/** What a new affiliate does first, in place of figures that are all zero. */
export function FirstSteps({ view, onAddMethod }: { view: DashboardView; onAddMethod: () => void }) {
  const hasMethod = view.paymentMethods.length > 0;
  const offered = view.terms.paymentTypes.map((type) => payoutMethods[type].name).join(' or ');
  return (
    <TitledCard title="Get Started">
      <Steps>
        <Step title="Copy your link" text="Put it where your audience is: a video description, a bio, a chat.">
          <CopyButton size="small" value={affiliateLink(view.affiliate.username)} label="Copy link" copied="Copied!" />
        </Step>
        <Step title="Add a payout method" text={`${offered}, wherever you want to be paid.`} isDone={hasMethod}>
          {!hasMethod && (
            <Button size="small" onClick={onAddMethod}>
              Add method
            </Button>
          )}
        </Step>
        <Step title="Get your first click" text="It shows up here within a second." />
      </Steps>
    </TitledCard>
  );
}
