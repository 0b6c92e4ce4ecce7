import type { TermsHistoryView } from '@framelift/contracts';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { SectionTitle } from '../../ui/layout/SectionTitle.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { Soft } from '../../ui/layout/Text.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import { Toolbar } from '../../ui/layout/Toolbar.tsx';
import { CurrencyRates } from './CurrencyRates.tsx';
import { PendingFourEyes } from './PendingFourEyes.tsx';
import { TermsForm } from './TermsForm.tsx';
import { TermsHistory } from './TermsHistory.tsx';
import { TermsInForce } from './TermsInForce.tsx';
import { TermsLoaded } from './TermsLoaded.tsx';

/** The programme's terms: those in force, which a form takes the place of to change them, and who set which before. */
export function ProgrammeTab() {
  return <TermsLoaded>{(view) => <Programme view={view} />}</TermsLoaded>;
}

function Programme({ view }: { view: TermsHistoryView }) {
  /** The terms that the form was filled from; null: it is closed. */
  const [filledFrom, setFilledFrom] = useState<TermsHistoryView | null>(null);
  const close = () => setFilledFrom(null);
  return (
    <Stack>
      <Toolbar>
        <div>
          <SectionTitle>Programme</SectionTitle>
          <Soft>How affiliates earn and get paid. Changes apply from now on.</Soft>
        </div>
        {!filledFrom && (
          <Button variant="primary" onClick={() => setFilledFrom(view)}>
            <SlidersHorizontal aria-hidden />
            Change terms
          </Button>
        )}
      </Toolbar>
      {view.pendingFourEyes && <PendingFourEyes pending={view.pendingFourEyes} limit={view.terms.fourEyes} />}
      {filledFrom ? (
        <TitledCard title="Change terms">
          <TermsForm
            key={filledFrom.position}
            filledFrom={filledFrom}
            isOutdated={view.position > filledFrom.position}
            onStartAgain={() => setFilledFrom(view)}
            onClose={close}
          />
        </TitledCard>
      ) : (
        <TermsInForce terms={view.terms} />
      )}
      {view.terms.foreignCurrency === 'credited' && <CurrencyRates />}
      <TermsHistory view={view} />
    </Stack>
  );
}
