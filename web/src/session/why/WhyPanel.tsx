import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { formatMonth, shortened } from '../../lib/format.ts';
import { placeAt } from '../../lib/paths.ts';
import { errorText } from '../api/api.ts';
import { isMonth } from '@framelift/contracts/time';
import { ShareNumber } from '../receipts/ShareNumber.tsx';
import { figureLabels } from './figureLabels.ts';
import { Boundary } from '../../ui/layout/Boundary.tsx';
import { Button } from '../../ui/Button.tsx';
import { useFocusBack } from '../../ui/dialogs/useFocusBack.ts';
import { Failed } from '../../ui/Failed.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { useSettled } from '../../ui/useSettled.ts';
import { type Asked, useWhy } from './useWhy.ts';
import { useWhyInfiniteQuery } from './whyApi.ts';
import { WhyParts } from './WhyParts.tsx';
import { WhySum } from './WhySum.tsx';
import { WhyTime } from './WhyTime.tsx';
import styles from './WhyPanel.module.css';

/** Where a number comes from, beside the page that shows it; on a phone, over it. Other numbers stay within reach. */
export function WhyPanel({ asked }: { asked: Asked }) {
  const { close } = useWhy();
  const focusBack = useFocusBack();
  const label = figureLabels[asked.figure];
  return (
    <Primitive.Root open modal={false} onOpenChange={(open) => !open && close()}>
      <Primitive.Portal>
        <Primitive.Content
          className={styles.panel}
          aria-describedby={undefined}
          onCloseAutoFocus={focusBack}
          onInteractOutside={(event) => event.preventDefault()}
        >
          <div className={styles.head}>
            <Primitive.Title className={styles.title}>
              {/^(|[0-9a-z]{16})$/.test(asked.of) ? label : `${label} · ${isMonth(asked.of) ? formatMonth(asked.of) : shortened(asked.of)}`}
            </Primitive.Title>
            <Primitive.Close asChild>
              <Button variant="ghost" size="small" icon aria-label="Close">
                <X aria-hidden />
              </Button>
            </Primitive.Close>
          </div>
          <Boundary>
            <Why key={`${asked.figure} ${asked.of}`} asked={asked} />
          </Boundary>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function Why({ asked }: { asked: Asked }) {
  const isOwn = placeAt(useLocation().pathname)?.dashboard === 'dashboard';
  const { setAt } = useWhy();
  // While it is dragged, number and list follow; the address has the moment where it rests.
  const [dragged, setDragged] = useState<string | null>(null);
  const at = useSettled(dragged ?? asked.at, 120);
  const answer = useWhyInfiniteQuery({ ...asked, at });
  const today = useWhyInfiniteQuery({ ...asked, at: '' }, { skip: !at });
  const { currentData, data, error, isFetching, refetch } = answer;
  const shown = currentData ?? data;
  const [first] = shown?.pages ?? [];
  if (error && !currentData && !isFetching)
    return <Failed text={errorText(error, 'Failed to fetch where this number comes from')} onRetry={refetch} />;
  if (!first) return <Loading text="Loading events..." />;
  const now = at ? today.currentData?.pages[0] : undefined;
  return (
    <div className={styles.body} aria-busy={isFetching}>
      <WhySum view={first} now={now} of={asked.of} />
      {isOwn && <ShareNumber asked={asked} view={first} />}
      {first.beganAt && !isMonth(asked.of) && (
        <WhyTime
          since={first.beganAt}
          at={dragged ?? asked.at}
          onDrag={setDragged}
          onRest={(moment) => {
            setDragged(null);
            setAt(moment);
          }}
        />
      )}
      <WhyParts view={first} parts={shown!.pages.flatMap((page) => page.parts)} of={asked.of} list={answer} />
    </div>
  );
}
