import { useNavigate } from 'react-router';
import { adminPath } from '../../lib/paths.ts';
import { usePlace } from '../../session/shell/usePlace.ts';
import { NewRun } from './NewRun.tsx';
import { PayoutRun } from './PayoutRun.tsx';
import { RunList } from './RunList.tsx';

/** In place of a run's id: the one that is being put together. */
const NEW = 'new';

/** Payout runs: the list, one of them, or a new one; the address says which. */
export function PayoutsTab() {
  const { part } = usePlace();
  const navigate = useNavigate();
  const open = (run?: string) => void navigate(adminPath('payouts', run));
  if (part === NEW) return <NewRun onStarted={(id) => void navigate(adminPath('payouts', id), { replace: true })} onBack={() => open()} />;
  if (part) return <PayoutRun id={part} onBack={() => open()} />;
  return <RunList onOpen={open} onNew={() => open(NEW)} />;
}
