import type { BackupsView } from '@framelift/contracts';
import { Archive } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../session/api/api.ts';
import { formatCount, formatMegabytes, formatMoment } from '../../lib/format.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { SectionTitle } from '../../ui/layout/SectionTitle.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { Faint, Soft } from '../../ui/layout/Text.tsx';
import { TableCard } from '../../ui/layout/TitledCard.tsx';
import { useToast } from '../../ui/layout/Toaster.tsx';
import { Toolbar } from '../../ui/layout/Toolbar.tsx';
import { type Column, Table } from '../../ui/lists/Table.tsx';
import { useBackupsQuery, useStartBackupMutation } from './backupsApi.ts';

/** How often a backup that is under way is looked at, ms. */
const LOOK_EVERY = 2000;

type Backup = BackupsView['backups'][number];

const columns: Column<Backup>[] = [
  { header: 'Taken', cell: ({ takenAt }) => formatMoment(takenAt) },
  { header: 'Events', cell: ({ position }) => formatCount(position), numeric: true },
  { header: 'Size', cell: ({ bytes }) => formatMegabytes(bytes), numeric: true },
  {
    header: 'Trial restore',
    cell: ({ provedAt, error }) =>
      error ? (
        <span title={error}>
          <Badge tone="red">Failed</Badge>
        </span>
      ) : provedAt ? (
        <>
          <Badge tone="green">Proved</Badge> <Faint as="span">{formatMoment(provedAt)}</Faint>
        </>
      ) : (
        <Badge tone="grey">Not yet</Badge>
      ),
  },
  { header: 'Name', cell: ({ id }) => <code>{id}</code>, long: true },
];

/** The backups of the system, and whether each was restored on trial. */
export function BackupsTab() {
  const [isRunning, setRunning] = useState(false);
  const { data, error, isFetching, refetch } = useBackupsQuery(undefined, { pollingInterval: isRunning ? LOOK_EVERY : 0 });
  if (data && data.isRunning !== isRunning) setRunning(data.isRunning);
  if (error && !data && !isFetching) return <Failed text={errorText(error, 'Failed to fetch backups')} onRetry={refetch} />;
  if (!data) return <Loading text="Loading backups..." />;
  return <Backups view={data} />;
}

function Backups({ view: { place, everyHours, isRunning, problem, lastFailure, backups } }: { view: BackupsView }) {
  const toast = useToast();
  const [start, { isLoading }] = useStartBackupMutation();
  const begin = async () => {
    const { error } = await start();
    if (error) toast.error(errorText(error, 'Failed to start the backup'));
  };
  return (
    <Stack>
      <Toolbar>
        <div>
          <SectionTitle>Backups</SectionTitle>
          <Soft>{place === null ? 'Backups are off.' : `${often(everyHours)} to ${place}, each restored on trial.`}</Soft>
        </div>
        {place !== null && (
          <Button variant="primary" disabled={isRunning || isLoading} onClick={() => void begin()}>
            <Archive aria-hidden />
            {isRunning ? 'Backing up...' : 'Back up now'}
          </Button>
        )}
      </Toolbar>
      {place === null && <Banner tone="error" text="Set BACKUP_TO to a folder or to s3://bucket/prefix, and restart Framelift." />}
      {problem && <Banner tone="error" text={problem} />}
      {!problem && lastFailure && !isRunning && <Banner tone="error" text={failureText(lastFailure)} />}
      {place !== null && !problem && (
        <>
          {backups.length === 0 ? (
            <Empty icon={<Archive />} text="No backup yet" hint="The first one is taken an hour after the first event." />
          ) : (
            <TableCard>
              <Table caption="Backups" columns={columns} rows={backups} keyOf={({ id }) => id} />
            </TableCard>
          )}
          <Soft>
            To restore one on an empty system: <code>npm run ops -- restore NAME</code>. It needs this system’s secrets: keep
            DATA_DIR/secrets.json, or your settings, apart from the backups.
          </Soft>
        </>
      )}
    </Stack>
  );
}

const failureText = ({ step, failedAt, error }: NonNullable<BackupsView['lastFailure']>): string =>
  `${step === 'backup' ? 'The last backup failed' : 'The last trial restore failed'} (${formatMoment(failedAt)}): ${error}`;

const often = (hours: number): string => (hours === 24 ? 'Every day' : hours === 1 ? 'Every hour' : `Every ${hours} hours`);
