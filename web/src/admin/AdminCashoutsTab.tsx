import type { AdminCashoutView } from '@framelift/contracts';
import { Wallet } from 'lucide-react';
import { Navigate, useNavigate } from 'react-router';
import { formatCount, formatMoney } from '../lib/format.ts';
import { adminPath } from '../lib/paths.ts';
import { errorText } from '../session/api/api.ts';
import { useCommand } from '../session/api/useCommand.ts';
import { usePlace } from '../session/shell/usePlace.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { SectionTitle } from '../ui/layout/SectionTitle.tsx';
import { Stack } from '../ui/layout/Stack.tsx';
import { TableCard } from '../ui/layout/TitledCard.tsx';
import { Toolbar } from '../ui/layout/Toolbar.tsx';
import { Table } from '../ui/lists/Table.tsx';
import { cashoutsOf, useCashoutsQuery } from './adminApi.ts';
import { cashoutColumns, isCalm, isPayable, payColumn } from './cashoutColumns.tsx';
import { ChosenBar } from './ChosenBar.tsx';
import { ListBody } from './ListBody.tsx';
import { ListTools } from './ListTools.tsx';
import { useStartPayoutRunMutation } from './payouts/payoutsApi.ts';
import { sumOf } from './payouts/runState.tsx';
import { useChosen } from './useChosen.ts';
import { useList } from './useList.ts';

interface Props {
  onProcess: (cashout: AdminCashoutView) => void;
  onOutcome: (cashout: AdminCashoutView) => void;
  onProof: (url: string) => void;
}

const sorts = {
  '-createdAt': 'Newest first',
  createdAt: 'Oldest first',
  '-amount': 'Highest amount',
  amount: 'Lowest amount',
  username: 'Username',
};
/** Without a word in the address: the open ones. An approved one is still to be paid. */
const statuses = {
  '': 'Open',
  all: 'All statuses',
  pending: 'Pending',
  approved: 'Approved, not paid',
  completed: 'Completed',
  rejected: 'Rejected',
  returned: 'Returned',
};

/** Cashouts, the open ones at first; the address of one leads to it, whatever its status. */
export function AdminCashoutsTab(props: Props) {
  const { part } = usePlace();
  if (part) return <Navigate replace to={adminPath('cashouts', undefined, { search: part, status: 'all' })} />;
  return <Cashouts {...props} />;
}

/** Single ones are decided, chosen ones are paid together in a run. */
function Cashouts({ onProcess, onOutcome, onProof }: Props) {
  const list = useList();
  const answer = useCashoutsQuery(cashoutsOf(list.asked));
  const cashouts = answer.data?.cashouts ?? [];
  const payable = cashouts.filter(isPayable);
  const { chosen, isIn, choose } = useChosen(payable, ({ id }) => id, isCalm);
  const [start, starting] = useCommand(useStartPayoutRunMutation());
  const navigate = useNavigate();
  const pay = async () => {
    const result = await start({ cashouts: chosen.map(({ id }) => id) });
    if (result.data) void navigate(adminPath('payouts', result.data.id));
  };
  const columns = cashoutColumns({ onProcess, onOutcome, onProof });
  const shown = payable.length
    ? [
        payColumn(
          (cashout) => isPayable(cashout) && isIn(cashout),
          (cashout, on) => choose([cashout], on),
        ),
        ...columns,
      ]
    : columns;
  return (
    <Stack>
      <Toolbar>
        <SectionTitle>Cashouts</SectionTitle>
        <ButtonLink to={adminPath('payouts')}>Payout runs</ButtonLink>
      </Toolbar>
      <ListTools list={list} search="Search username, email or cashout id" sorts={sorts} statuses={statuses} />
      {starting.error && <Banner tone="error" text={errorText(starting.error, 'Failed to start the run')} />}
      <ListBody answer={answer} list={list} failure="Failed to fetch cashouts">
        <TableCard>
          {cashouts.length === 0 ? (
            <Empty icon={<Wallet />} text={list.isNarrowed ? 'No cashouts found.' : 'No open cashouts.'} />
          ) : (
            <Table caption="Cashouts" columns={shown} rows={cashouts} keyOf={({ id }) => id} />
          )}
        </TableCard>
      </ListBody>
      {payable.length > 0 && (
        <ChosenBar
          text={`${formatCount(chosen.length)} of ${formatCount(payable.length)} cashouts · ${formatMoney(sumOf(chosen))}`}
          isAll={chosen.length === payable.length}
          onAll={(on) => choose(payable, on)}
        >
          <Button variant="primary" disabled={chosen.length === 0 || starting.isLoading} onClick={() => void pay()}>
            {starting.isLoading ? 'Starting...' : 'Pay selected'}
          </Button>
        </ChosenBar>
      )}
    </Stack>
  );
}
