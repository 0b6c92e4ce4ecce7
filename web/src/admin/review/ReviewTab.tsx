import type { ReviewDecision, ReviewItemView } from '@framelift/contracts';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { formatCount, formatMoney } from '../../lib/format.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { SectionTitle } from '../../ui/layout/SectionTitle.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { Faint } from '../../ui/layout/Text.tsx';
import { TableCard } from '../../ui/layout/TitledCard.tsx';
import { Toolbar } from '../../ui/layout/Toolbar.tsx';
import { Choice } from '../../ui/lists/Choice.tsx';
import { Table } from '../../ui/lists/Table.tsx';
import { ChosenBar } from '../ChosenBar.tsx';
import { ListBody } from '../ListBody.tsx';
import { useChosen } from '../useChosen.ts';
import { useList } from '../useList.ts';
import { DecideDialog } from './DecideDialog.tsx';
import { useReviewQuery } from './reviewApi.ts';
import { reviewColumns } from './reviewColumns.tsx';
import { decisionWords } from './reviewWords.ts';
import { choicesFor, useDecide } from './useDecide.ts';
import { useRowKeys } from './useRowKeys.ts';

const lists = { open: 'Open', held: 'Held', decided: 'Decided' };
const nothing: Record<string, string> = { open: 'Nothing to review.', held: 'Nothing on hold.', decided: 'No decisions yet.' };

/** What looks wrong, by affiliate and the euros at stake, and what admins made of it. */
export function ReviewTab() {
  const list = useList();
  const answer = useReviewQuery({ ...list.asked, search: '', sort: '' });
  const shown = (list.asked.status || 'open') as keyof typeof lists;
  const items = answer.data?.items ?? [];
  const open = answer.data?.open;
  const { chosen, isIn, choose } = useChosen(items, idOf, () => false);
  const deciding = useDecide();
  const [asking, setAsking] = useState<{ decision: ReviewDecision; items: readonly ReviewItemView[] } | null>(null);
  const decide = async (decision: ReviewDecision, some: readonly ReviewItemView[]) => {
    if (decision !== 'fine' || some.some(({ held }) => held)) return setAsking({ decision, items: some });
    if (await deciding.decide('fine', some)) choose(some, false);
  };
  const byKey = (decision: ReviewDecision) => (row: number) => {
    const item = items[row]!;
    if (choicesFor([item]).includes(decision)) void decide(decision, [item]);
  };
  const rows = useRowKeys<HTMLDivElement>({ f: byKey('fine'), h: byKey('hold') });
  const columns = reviewColumns({
    isIn,
    onChoose: (item, on) => choose([item], on),
    onDecide: (decision, item) => void decide(decision, [item]),
  });
  return (
    <Stack>
      <Toolbar>
        <div>
          <SectionTitle>Review</SectionTitle>
          {open && (
            <Faint>
              {formatCount(open.alarms)} {open.alarms === 1 ? 'alarm' : 'alarms'}, {formatCount(open.notes)} to check
            </Faint>
          )}
        </div>
        <Choice legend="List" options={lists} chosen={shown} onChoose={(name) => list.change({ status: name === 'open' ? '' : name })} />
      </Toolbar>
      {deciding.problem && !asking && <Banner tone="error" text={deciding.problem} />}
      <ListBody answer={answer} list={list} failure="Failed to fetch the review queue">
        <TableCard>
          {items.length === 0 ? (
            <Empty icon={<ShieldCheck />} text={nothing[shown]!} />
          ) : (
            <div ref={rows}>
              <Table caption="To review" columns={columns} rows={items} keyOf={idOf} />
            </div>
          )}
        </TableCard>
        {items.length > 0 && <Faint>Keys: j and k move between rows, space selects, f marks as fine, h puts on hold.</Faint>}
      </ListBody>
      {chosen.length > 0 && (
        <ChosenBar
          text={`${formatCount(chosen.length)} selected · ${formatMoney(stakeOf(chosen))}`}
          isAll={chosen.length === items.length}
          onAll={(on) => choose(items, on)}
        >
          {choicesFor(chosen).map((decision) => (
            <Button key={decision} size="small" disabled={deciding.isBusy} onClick={() => void decide(decision, chosen)}>
              {decisionWords[decision].label}
            </Button>
          ))}
        </ChosenBar>
      )}
      {asking && <DecideDialog {...asking} deciding={deciding} onClose={() => setAsking(null)} />}
    </Stack>
  );
}

const idOf = ({ id }: ReviewItemView): string => id;
const stakeOf = (items: readonly ReviewItemView[]): number =>
  items.reduce((cents, { amount }) => cents + Math.round((amount ?? 0) * 100), 0) / 100;
