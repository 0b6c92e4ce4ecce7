import type { AdminAffiliateView } from '@framelift/contracts';
import { Button } from '../../ui/Button.tsx';
import { Soft } from '../../ui/layout/Text.tsx';
import { Actions, Toolbar } from '../../ui/layout/Toolbar.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import type { AffiliateDialog } from './AffiliateDialogs.tsx';

interface Props {
  affiliate: AdminAffiliateView;
  onDialog: (dialog: AffiliateDialog) => void;
}

/** What ends sessions, or the account. */
export function DangerZone({ affiliate: { username }, onDialog }: Props) {
  return (
    <TitledCard title="Account" tight>
      <Toolbar>
        <Soft>A password link ends every session. Deleting cannot be undone.</Soft>
        <Actions>
          <Button aria-label={`Password link for ${username}`} onClick={() => onDialog('password')}>
            Password link
          </Button>
          <Button variant="danger" aria-label={`Delete ${username}`} onClick={() => onDialog('delete')}>
            Delete
          </Button>
        </Actions>
      </Toolbar>
    </TitledCard>
  );
}
