import type { RowStepsView } from '@framelift/contracts';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorText } from '../../session/api/api.ts';
import { formatCount } from '../../lib/format.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { SectionTitle } from '../../ui/layout/SectionTitle.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { Soft } from '../../ui/layout/Text.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import { Actions, Toolbar } from '../../ui/layout/Toolbar.tsx';
import { FieldValue } from '../event-history/FieldValue.tsx';
import { useRowStepsInfiniteQuery } from './readModelsApi.ts';
import type { RowPlace } from './rowAddress.ts';
import { RowStep } from './RowStep.tsx';
import styles from './RowSteps.module.css';
import { RowValues } from './RowValues.tsx';

/** A row of a read model, and how each event made it what it is, newest first. */
export function RowSteps({ place, onClose }: { place: RowPlace; onClose: () => void }) {
  const { data, error, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useRowStepsInfiniteQuery(place);
  const [first] = data?.pages ?? [];
  return (
    <Stack>
      <Toolbar>
        <div>
          <SectionTitle>{`${place.readModel}.${place.table}`}</SectionTitle>
          <Soft>Rebuilt from the log, event by event.</Soft>
        </div>
        <Actions>
          <Button onClick={onClose}>
            <ArrowLeft aria-hidden />
            All read models
          </Button>
        </Actions>
      </Toolbar>
      {error && !isFetching && <Failed text={errorText(error, 'Failed to fetch the row')} onRetry={refetch} />}
      {!first && isFetching && <Loading text="Loading row..." />}
      {first && !error && (
        <>
          <RowInService view={first} />
          <TitledCard title={`${formatCount(first.events)} ${first.events === 1 ? 'event' : 'events'} changed it`} tight>
            <ol className={styles.steps}>
              {data!.pages
                .flatMap(({ steps }) => steps)
                .map((step) => (
                  <RowStep key={step.position} step={step} columns={first.columns} />
                ))}
            </ol>
            {hasNextPage && (
              <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {isFetchingNextPage ? 'Loading...' : 'Show older events'}
              </Button>
            )}
          </TitledCard>
        </>
      )}
    </Stack>
  );
}

const valuesOf = ({ row, columns }: RowStepsView): [string, ReactNode][] =>
  Object.entries(row ?? {}).map(([name, value]) => [
    name,
    columns[name]?.isClear ? 'not shown here' : <FieldValue key={name} name={name} value={value} isCents={columns[name]?.isCents} short />,
  ]);

function RowInService({ view }: { view: RowStepsView }) {
  const { row, isSame, upTo } = view;
  const verdict = isSame ? <Badge tone="green">Matches the log</Badge> : <Badge tone="red">Differs from the log</Badge>;
  return (
    <TitledCard title="Current row" beside={verdict} tight>
      {!row && <Soft>No such row at position {formatCount(upTo)}.</Soft>}
      <RowValues values={[...Object.entries(view.key), ...valuesOf(view)]} />
    </TitledCard>
  );
}
