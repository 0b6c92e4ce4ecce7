import { Module } from '@nestjs/common';
import { AttributionController } from './attribution.controller.ts';
import { Attributions } from './attribution.view.ts';
import { EvidenceController } from './evidence.controller.ts';
import { Evidence } from './evidence.view.ts';
import { SalesLists } from './sales.view.ts';

@Module({ controllers: [AttributionController, EvidenceController], providers: [Attributions, SalesLists, Evidence] })
export class AttributionModule {}
