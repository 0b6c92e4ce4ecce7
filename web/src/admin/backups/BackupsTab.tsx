import type { BackupsView } from '@framelift/contracts';
import { Archive } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { Button } from '../../ui/Button.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { SectionTitle } from '../../ui/layout/SectionTitle.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { Soft } from '../../ui/layout/Text.tsx';
import { TableCard } from '../../ui/layout/TitledCard.tsx';
import { useToast } from '../../ui/layout/Toaster.tsx';
import { Actions, Toolbar } from '../../ui/layout/Toolbar.tsx';
import { ArchiveNotice } from './ArchiveNotice.tsx';
import { type Backup, BackupsTable } from './BackupsTable.tsx';
import { MomentDialog, RestoreDialog } from './RestoreDialog.tsx';
import { failureText, often, restoredText, safeText } from './backupTexts.ts';
import { UploadBackup } from './UploadBackup.tsx';
import { WithdrawnEvents } from './WithdrawnEvents.tsx';
import { useBackupsQuery, useStartBackupMutation } from './backupsApi.ts';

/** How often a backup that is under way is looked at, ms. */
const LOOK_EVERY = 2000;
const ARCHIVE_EVERY = 10_000;

/** The backups of the system, and whether each was restored on trial. */
export function BackupsTab() {
  const [pollingInterval, setPollingInterval] = useState(0);
  const {
    data,
    error,
    isFetching,
    fulfilledTimeStamp = 0,
    refetch,
  } = useBackupsQuery(undefined, { pollingInterval, skipPollingIfUnfocused: true });
  const wanted = data?.isRunning ? LOOK_EVERY : data?.safeUpTo ? ARCHIVE_EVERY : 0;
  if (data && wanted !== pollingInterval) setPollingInterval(wanted);
  if (error && !data && !isFetching) return <Failed text={errorText(error, 'Failed to fetch backups')} onRetry={refetch} />;
  if (!data) return <Loading text="Loading backups..." />;
  return <Backups view={data} now={fulfilledTimeStamp} />;
}

function Backups({ view, now }: { view: BackupsView; now: number }) {
  const { place, safeUpTo, archive, everyHours, isRunning, isRestoring, problem, lastFailure, lastRestore, backups } = view;
  const toast = useToast();
  const [restoring, setRestoring] = useState<Backup>();
  const [isMoment, setMoment] = useState(false);
  const [start, { isLoading }] = useCommand(useStartBackupMutation());
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
          {safeUpTo && <Soft>{safeText(safeUpTo, now)}</Soft>}
        </div>
        {place !== null && (
          <Button variant="primary" disabled={isRunning || isLoading} onClick={() => void begin()}>
            <Archive aria-hidden />
            {isRestoring ? 'Restoring...' : isRunning ? 'Backing up...' : 'Back up now'}
          </Button>
        )}
      </Toolbar>
      {place === null && <Banner tone="error" text="Set BACKUP_TO to a folder or to s3://bucket/prefix, and restart Framelift." />}
      {archive && <ArchiveNotice {...archive} />}
      {problem && problem !== archive?.failure && <Banner tone="error" text={problem} />}
      {!problem && lastFailure && !isRunning && <Banner tone="error" text={failureText(lastFailure)} />}
      {isRestoring && (
        <Banner
          tone="success"
          text="A backup is being restored. Your site stays online. At the end, everyone is signed out, including you."
        />
      )}
      {lastRestore && !isRestoring && <Soft>{restoredText(lastRestore)}</Soft>}
      {!isRestoring && <WithdrawnEvents />}
      {place !== null && !problem && (
        <>
          {backups.length === 0 ? (
            <Empty icon={<Archive />} text="No backup yet" hint="The first one is taken soon after the first event." />
          ) : (
            <TableCard>
              <BackupsTable backups={backups} onRestore={isRunning ? undefined : setRestoring} />
            </TableCard>
          )}
          {safeUpTo && !isRunning && (
            <Actions>
              <Button onClick={() => setMoment(true)}>Go back to a moment</Button>
            </Actions>
          )}
          <UploadBackup />
          <Soft>
            A backup of another system needs that system’s secrets: put its <code>secrets.json</code> into an empty DATA_DIR before
            Framelift starts for the first time, then add the backup here. Keep the secrets apart from the backups.
          </Soft>
        </>
      )}
      {restoring && <RestoreDialog backup={restoring} onClose={() => setRestoring(undefined)} />}
      {isMoment && <MomentDialog onClose={() => setMoment(false)} />}
    </Stack>
  );
}
