import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { DemoRunner } from '../operating/demo/stage.ts';
import { ProgrammeCommands } from '../programme/programme.module.ts';
import { ReactorCommands } from '../reactors/reactors.module.ts';
import { StoreCommands } from '../store/store.module.ts';

const programme = [CqrsModule, ProgrammeCommands, ReactorCommands, StoreCommands];

/** Every command of the programme, without HTTP and without jobs. */
@Module({ imports: programme })
export class OpsModule {}

/** The same commands, and what plays a history with them. */
@Module({ imports: programme, providers: [DemoRunner] })
export class DemoModule {}
