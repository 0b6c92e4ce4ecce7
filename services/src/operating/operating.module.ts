import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AttentionController } from './attention.controller.ts';
import { Attention } from './attention.view.ts';
import { AccessController } from './access/access.controller.ts';
import { AccessRecorder } from './access/access-recorder.ts';
import { AccessRecords } from './access/access-records.ts';
import { ProxyWatch } from '../http/proxy-watch.ts';
import { ReactorsModule } from '../reactors/reactors.module.ts';
import { ScreensModule } from '../screens/screens.module.ts';
import { StoreModule } from '../store/store.module.ts';
import { Backups } from './backups/backups.ts';
import { ArchiveAhead } from './backups/archive-ahead.ts';
import { ArchiveBypass } from './backups/archive-bypass.ts';
import { ArchiveMerger } from './backups/archive-merger.ts';
import { Archiver } from './backups/archiver.ts';
import { BackupsController } from './backups/backups.controller.ts';
import { Uploads } from './backups/uploads.ts';
import { Alarms } from './alarms.ts';
import { DailyHeads } from './heads/daily-heads.ts';
import { FirstRunController } from './first-run.controller.ts';
import { FirstRun } from './first-run.ts';
import { LossesController } from './losses.controller.ts';
import { NewerVersionController } from './newer-version.controller.ts';
import { NewerVersion } from './newer-version.ts';
import { NoticesController } from './notices.controller.ts';
import { SystemMetrics } from './ops/system-metrics.ts';
import { ParkedEvents } from './read-models/parked-events.ts';
import { ReadModelRuns } from './read-models/read-model-runs.ts';
import { ReadModelsController } from './read-models/read-models.controller.ts';
import { RowSteps } from './read-models/row-steps.ts';
import { RecordingAgain } from './withdrawn/recording.ts';
import { WithdrawnController } from './withdrawn/withdrawn.controller.ts';

/** The api's part for operators and auditors; their commands are in ops/. */
@Module({
  imports: [CqrsModule, ReactorsModule, ScreensModule, StoreModule],
  controllers: [
    AccessController,
    AttentionController,
    BackupsController,
    FirstRunController,
    LossesController,
    NewerVersionController,
    NoticesController,
    ReadModelsController,
    WithdrawnController,
  ],
  providers: [
    Attention,
    Backups,
    ArchiveAhead,
    ArchiveBypass,
    Archiver,
    ArchiveMerger,
    Uploads,
    FirstRun,
    AccessRecords,
    AccessRecorder,
    DailyHeads,
    NewerVersion,
    SystemMetrics,
    ReadModelRuns,
    ParkedEvents,
    RowSteps,
    RecordingAgain,
    Alarms,
    ProxyWatch,
  ],
})
export class OperatingModule {}
