import { Module } from '@nestjs/common';
import { ExampleFilesController } from './example-files.controller.ts';

@Module({ controllers: [ExampleFilesController] })
export class ExampleFilesModule {}
