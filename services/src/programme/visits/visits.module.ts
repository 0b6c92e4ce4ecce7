import { Module } from '@nestjs/common';
import { CountedVisits } from './counted-visits.ts';
import { PageVisits } from './page-visits.ts';
import { VisitorKeys } from './visitor-keys.ts';
import { VisitsController } from './visits.controller.ts';
import { Visits } from './visits.ts';

@Module({ controllers: [VisitsController], providers: [Visits, CountedVisits, PageVisits, VisitorKeys] })
export class VisitsModule {}
