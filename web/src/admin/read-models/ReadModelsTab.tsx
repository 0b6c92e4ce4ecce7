import type { ReadModelsView, ReadModelTask } from '@framelift/contracts';
import { RefreshCw, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { WitnessedSentence } from '../../session/log-check/Witnessed.tsx';
import { formatCount } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/dialogs/Confirm.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { Table } from '../../ui/lists/Table.tsx';
import { SectionTitle } from '../../ui/layout/SectionTitle.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { Soft } from '../../ui/layout/Text.tsx';
import { TableCard } from '../../ui/layout/TitledCard.tsx';
import { Actions, Toolbar } from '../../ui/layout/Toolbar.tsx';
import { readModelColumns } from './readModelColumns.tsx';
import { useReadModelsQuery, useStartReadModelTaskMutation } from './readModelsApi.ts';
import { ParkedDecisions, ParkedGroups } from './ParkedGroups.tsx';
import { useRowAddress } from './rowAddress.ts';
import { RowForm } from './RowForm.tsx';
import { RowSteps } from './RowSteps.tsx';
import { Runs } from './Runs.tsx';
import { useToast } from '../../ui/layout/Toaster.tsx';

/** How often a run that is under way is looked at, ms. */
const LOOK_EVERY = 1000;

/** How far each read model is behind the log, its verification and replay. */
export function ReadModelsTab() {
  const [isRunning, setRunning] = useState(false);
  const { place, close } = useRowAddress();
  const { data, error, isFetching, refetch } = useReadModelsQuery(undefined, { pollingInterval: isRunning ? LOOK_EVERY : 0 });
  const running = data?.runs[0]?.state === 'running';
  if (data && running !== isRunning) setRunning(running);
  if (error && !data && !isFetching) return <Failed text={errorText(error, 'Failed to fetch read models')} onRetry={refetch} />;
  if (!data) return <Loading text="Loading read models..." />;
  if (place) return <RowSteps place={place} onClose={close} />;
  return <ReadModels status={data} running={running} />;
}

interface Props {
  status: ReadModelsView;
  running: boolean;
}

function ReadModels({ status: { head, readModels, runs }, running }: Props) {
  const toast = useToast();
  const [replaying, setReplaying] = useState<string[] | null>(null);
  const [start, { isLoading }] = useCommand(useStartReadModelTaskMutation());
  const { open } = useRowAddress();
  const disabled = running || isLoading;
  const all = readModels.map(({ name }) => name);
  const begin = async (task: ReadModelTask, names: string[]) => {
    setReplaying(null);
    const result = await start({ task, readModels: names });
    if (result.error) toast.error(errorText(result.error, `Failed to start the ${task}`));
  };
  const columns = readModelColumns({
    disabled,
    onVerify: ({ name }) => void begin('verify', [name]),
    onReplay: ({ name }) => setReplaying([name]),
  });
  return (
    <Stack>
      <Toolbar>
        <div>
          <SectionTitle>Read models</SectionTitle>
          <Soft>
            The log ends at position {formatCount(head.position)}. <WitnessedSentence />
          </Soft>
        </div>
        <Actions>
          <Button disabled={disabled} onClick={() => setReplaying(all)}>
            <RefreshCw aria-hidden />
            Replay all
          </Button>
          <Button variant="primary" disabled={disabled} onClick={() => void begin('verify', all)}>
            <ShieldCheck aria-hidden />
            Verify all
          </Button>
        </Actions>
      </Toolbar>
      {running && <Runs title="Under way" runs={runs.slice(0, 1)} />}
      <ParkedGroups />
      <TableCard>
        <Table caption="Read models" columns={columns} rows={readModels} keyOf={({ name }) => name} />
      </TableCard>
      <Runs title="Verifications and replays" runs={running ? runs.slice(1) : runs} />
      <ParkedDecisions />
      <RowForm readModels={readModels} onOpen={open} />
      {replaying && (
        <Confirm
          title={replaying.length === 1 ? `Replay ${replaying[0]}` : 'Replay all read models'}
          question="A new copy is built from the log and replaces the current one when it is ready. Users are not affected; expect database load."
          action="Replay"
          onConfirm={() => void begin('replay', replaying)}
          onCancel={() => setReplaying(null)}
        />
      )}
    </Stack>
  );
}
