import { useNavigate } from 'react-router';
import { adminPath } from '../../lib/paths.ts';
import { usePlace } from '../../session/shell/usePlace.ts';
import { PayoutRun } from './PayoutRun.tsx';
import { RunList } from './RunList.tsx';

/** Payout runs: the list, or the one that the address names. */
export function PayoutsTab() {
  const { part } = usePlace();
  const navigate = useNavigate();
  return part ? <PayoutRun id={part} onBack={() => void navigate(adminPath('payouts'))} /> : <RunList />;
}
