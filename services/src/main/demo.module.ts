import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { DemoRunner } from '../operating/demo/stage.ts';
import { AffiliateCommands } from '../programme/affiliate/affiliate.module.ts';
import { SignInCommands } from '../programme/sign-in/sign-in.module.ts';
import { StoreCommands } from '../store/store.module.ts';

/** What plays a history with the commands of the programme. */
@Module({ imports: [CqrsModule, AffiliateCommands, SignInCommands, StoreCommands], providers: [DemoRunner] })
export class DemoModule {}
