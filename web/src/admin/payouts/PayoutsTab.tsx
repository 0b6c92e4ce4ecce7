import { useAddress } from '../useAddress.ts';
import { NewRun } from './NewRun.tsx';
import { PayoutRun } from './PayoutRun.tsx';
import { RunList } from './RunList.tsx';

const names = ['run'] as const;
/** In place of a run's id: the one that is being put together. */
const NEW = 'new';

/** Payout runs: the list, one of them, or a new one; the address says which. */
export function PayoutsTab() {
  const { texts, change } = useAddress(names);
  const open = (run: string) => change({ run }, { push: true });
  if (texts.run === NEW) return <NewRun onStarted={(id) => change({ run: id })} onBack={() => open('')} />;
  if (texts.run) return <PayoutRun id={texts.run} onBack={() => open('')} />;
  return <RunList onOpen={open} onNew={() => open(NEW)} />;
}
