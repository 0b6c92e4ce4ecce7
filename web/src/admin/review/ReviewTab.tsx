import type { ReviewItemView } from '@framelift/contracts';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { Card } from '../../ui/Card.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { SectionTitle } from '../../ui/layout/SectionTitle.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { Faint } from '../../ui/layout/Text.tsx';
import { Toolbar } from '../../ui/layout/Toolbar.tsx';
import { Choice } from '../../ui/lists/Choice.tsx';
import { ListBody } from '../ListBody.tsx';
import { useList } from '../useList.ts';
import { DecideDialog } from './DecideDialog.tsx';
import styles from './review.module.css';
import { useReviewQuery } from './reviewApi.ts';
import { ReviewItem } from './ReviewItem.tsx';

const lists = { open: 'Open', held: 'Held', decided: 'Decided' };
const nothing: Record<string, string> = { open: 'Nothing to review.', held: 'Nothing on hold.', decided: 'No decisions yet.' };

/** What looks wrong, the alarms first, and what admins made of it. */
export function ReviewTab() {
  const list = useList();
  const answer = useReviewQuery({ ...list.asked, search: '', sort: '' });
  const [decided, setDecided] = useState<ReviewItemView | null>(null);
  const chosen = (list.asked.status || 'open') as keyof typeof lists;
  const items = answer.data?.items ?? [];
  const open = answer.data?.open;
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
        <Choice legend="List" options={lists} chosen={chosen} onChoose={(name) => list.change({ status: name === 'open' ? '' : name })} />
      </Toolbar>
      <ListBody answer={answer} list={list} failure="Failed to fetch the review queue">
        {items.length === 0 ? (
          <Card>
            <Empty icon={<ShieldCheck />} text={nothing[chosen]!} />
          </Card>
        ) : (
          <ul className={styles.items}>
            {items.map((item) => (
              <ReviewItem key={item.id} item={item} onDecide={() => setDecided(item)} />
            ))}
          </ul>
        )}
      </ListBody>
      {decided && <DecideDialog item={decided} onClose={() => setDecided(null)} />}
    </Stack>
  );
}
