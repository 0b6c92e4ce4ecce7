import type { AdminMissingSaleView } from '@framelift/contracts';
import { SearchCheck } from 'lucide-react';
import { useState } from 'react';
import { formatDate } from '../../lib/format.ts';
import { MissingSaleBadge } from '../../session/screens/MissingSaleBadge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Faint, WithIds } from '../../ui/layout/Text.tsx';
import { TableCard } from '../../ui/layout/TitledCard.tsx';
import { Actions } from '../../ui/layout/Toolbar.tsx';
import { type Column, Table } from '../../ui/lists/Table.tsx';
import { AffiliateLink } from '../AffiliateLink.tsx';
import { ListBody } from '../ListBody.tsx';
import type { List } from '../useList.ts';
import { writtenLine } from '../writtenLine.ts';
import { AnswerMissingSale } from './AnswerMissingSale.tsx';
import { useAdminMissingSalesQuery } from './evidenceApi.ts';

const columns = (onAnswer: (missing: AdminMissingSaleView) => void): Column<AdminMissingSaleView>[] => [
  { header: 'Reported', cell: ({ reportedAt }) => formatDate(reportedAt) },
  { header: 'Affiliate', cell: ({ affiliate }) => <AffiliateLink affiliate={affiliate} /> },
  { header: 'Bought on', cell: ({ boughtOn }) => formatDate(`${boughtOn}T12:00`) },
  { header: 'Details', cell: (missing) => <Known missing={missing} />, long: true },
  { header: 'Answer', cell: ({ state }) => <MissingSaleBadge state={state} /> },
  {
    header: 'Reason',
    cell: (missing) => {
      const text = [missing.transactionId, writtenLine(missing)].filter(Boolean).join(' · ');
      return (
        <span title={text}>
          <WithIds text={text} />
        </span>
      );
    },
    long: true,
  },
  {
    header: 'Actions',
    cell: (missing) =>
      missing.state === 'open' && (
        <Actions end>
          <Button size="small" aria-label={`Answer ${missing.affiliate.username}`} onClick={() => onAnswer(missing)}>
            Answer
          </Button>
        </Actions>
      ),
  },
];

/** Sales that affiliates reported as missing, the newest first. */
export function MissingSales({ list }: { list: List }) {
  // The list's own filter says that it is this one.
  const answer = useAdminMissingSalesQuery({ ...list.asked, status: '' });
  const [answered, setAnswered] = useState<AdminMissingSaleView | null>(null);
  const missing = answer.data?.missingSales ?? [];
  return (
    <ListBody answer={answer} list={list} failure="Failed to fetch missing sales">
      <TableCard>
        {missing.length === 0 ? (
          <Empty icon={<SearchCheck />} text="No missing sales reported." />
        ) : (
          <Table caption="Missing sales" columns={columns(setAnswered)} rows={missing} keyOf={({ id }) => id} />
        )}
      </TableCard>
      {answered && <AnswerMissingSale missing={answered} onClose={() => setAnswered(null)} />}
    </ListBody>
  );
}

function Known({ missing: { invoice, customerEmail, notes } }: { missing: AdminMissingSaleView }) {
  return (
    <span title={[invoice, customerEmail, notes].filter(Boolean).join(' · ')}>
      {[invoice, customerEmail].filter(Boolean).join(' · ') || 'Erased'} {notes && <Faint as="span">{notes}</Faint>}
    </span>
  );
}
