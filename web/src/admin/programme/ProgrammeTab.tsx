import type { TermsHistoryView } from '@framelift/contracts';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { adminPath } from '../../lib/paths.ts';
import { usePlace } from '../../session/shell/usePlace.ts';
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
  // The form has its own address, so that a link opens it and Back closes it.
  const isChanging = usePlace().part === 'change';
  const navigate = useNavigate();
  return (
    <Stack>
      <Toolbar>
        <div>
          <SectionTitle>Programme</SectionTitle>
          <Soft>How affiliates earn and get paid. Changes apply from now on.</Soft>
        </div>
        {!isChanging && (
          <Button variant="primary" onClick={() => void navigate(adminPath('programme', 'change'))}>
            <SlidersHorizontal aria-hidden />
            Change terms
          </Button>
        )}
      </Toolbar>
      {view.pendingFourEyes && <PendingFourEyes pending={view.pendingFourEyes} terms={view.terms} />}
      {isChanging ? <ChangeTerms view={view} onClose={() => void navigate(adminPath('programme'))} /> : <TermsInForce terms={view.terms} />}
      {view.terms.foreignCurrency === 'credited' && <CurrencyRates />}
      <TermsHistory view={view} />
    </Stack>
  );
}

function ChangeTerms({ view, onClose }: { view: TermsHistoryView; onClose: () => void }) {
  const [filledFrom, setFilledFrom] = useState(view);
  return (
    <TitledCard title="Change terms">
      <TermsForm
        key={filledFrom.position}
        filledFrom={filledFrom}
        isOutdated={view.position > filledFrom.position}
        onStartAgain={() => setFilledFrom(view)}
        onClose={onClose}
      />
    </TitledCard>
  );
}
