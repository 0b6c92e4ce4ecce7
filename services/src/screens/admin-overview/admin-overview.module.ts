import { Module } from '@nestjs/common';
import { AdminOverviewController } from './admin-overview.controller.ts';
import { AdminOverviews } from './admin-overview.view.ts';

@Module({ controllers: [AdminOverviewController], providers: [AdminOverviews] })
export class AdminOverviewModule {}
