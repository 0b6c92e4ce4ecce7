import type { ReadModelsView, ReadModelWork } from '@framelift/contracts';
import { RefreshCw, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../session/api/api.ts';
import { formatCount } from '../../lib/format.ts';
import type { Notice } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Confirm } from '../../ui/dialogs/Confirm.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { Table } from '../../ui/lists/Table.tsx';
import styles from '../admin.module.css';
import { readModelColumns } from './readModelColumns.tsx';
import { useReadModelsQuery, useStartReadModelWorkMutation } from './readModelsApi.ts';
import { Runs } from './Runs.tsx';

/** How often a run that is under way is looked at, ms. */
const LOOK_EVERY = 1000;

/** How each read model stands to the log, and its verification and replay. */
export function ReadModelsTab({ onNotice }: { onNotice: (notice: Notice) => void }) {
  const [isRunning, setRunning] = useState(false);
  const { data, error, isFetching, refetch } = useReadModelsQuery(undefined, { pollingInterval: isRunning ? LOOK_EVERY : 0 });
  const running = data?.runs[0]?.state === 'running';
  if (data && running !== isRunning) setRunning(running);
  if (error && !data && !isFetching) return <Failed text={errorText(error, 'Failed to fetch read models')} onRetry={refetch} />;
  if (!data) return <Loading text="Loading read models..." />;
  return <ReadModels status={data} running={running} onNotice={onNotice} />;
}

interface Props {
  status: ReadModelsView;
  running: boolean;
  onNotice: (notice: Notice) => void;
}

function ReadModels({ status: { head, readModels, runs }, running, onNotice }: Props) {
  const [replaying, setReplaying] = useState<string[] | null>(null);
  const [start, { isLoading }] = useStartReadModelWorkMutation();
  const disabled = running || isLoading;
  const all = readModels.map(({ name }) => name);
  const begin = async (work: ReadModelWork, names: string[]) => {
    setReplaying(null);
    const result = await start({ work, readModels: names });
    if (result.error) onNotice({ tone: 'error', text: errorText(result.error, `Failed to start the ${work}`) });
  };
  const columns = readModelColumns({
    disabled,
    onVerify: ({ name }) => void begin('verify', [name]),
    onReplay: ({ name }) => setReplaying([name]),
  });
  return (
    <div className={styles.stack}>
      <div className={styles.head}>
        <div>
          <h2 className={styles.heading}>Read models</h2>
          <p className={styles.soft}>The log’s head is at position {formatCount(head.position)}.</p>
        </div>
        <div className={styles.headActions}>
          <Button disabled={disabled} onClick={() => setReplaying(all)}>
            <RefreshCw aria-hidden />
            Replay all
          </Button>
          <Button variant="primary" disabled={disabled} onClick={() => void begin('verify', all)}>
            <ShieldCheck aria-hidden />
            Verify all
          </Button>
        </div>
      </div>
      <Card className={styles.tableCard}>
        <Table caption="Read models" columns={columns} rows={readModels} keyOf={({ name }) => name} />
      </Card>
      <Runs runs={runs} />
      {replaying && (
        <Confirm
          title={replaying.length === 1 ? `Replay ${replaying[0]}` : 'Replay all read models'}
          question="It is built anew from the log beside the one that serves, which then takes its place. Nobody notices, but it is work for the database."
          action="Replay"
          onConfirm={() => void begin('replay', replaying)}
          onCancel={() => setReplaying(null)}
        />
      )}
    </div>
  );
}
