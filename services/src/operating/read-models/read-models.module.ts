import { Module } from '@nestjs/common';
import { ReadModelRuns } from './read-model-runs.ts';
import { ReadModelsController } from './read-models.controller.ts';

@Module({ controllers: [ReadModelsController], providers: [ReadModelRuns] })
export class ReadModelsModule {}
