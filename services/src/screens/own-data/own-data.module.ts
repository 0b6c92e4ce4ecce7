import { Module } from '@nestjs/common';
import { OwnDataController } from './own-data.controller.ts';

@Module({ controllers: [OwnDataController] })
export class OwnDataModule {}
