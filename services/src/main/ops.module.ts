import { Module } from '@nestjs/common';
import { AffiliateCommands } from '../programme/affiliate/affiliate.module.ts';
import { SignInCommands } from '../programme/sign-in/sign-in.module.ts';
import { StoreCommands } from '../store/store.module.ts';

/** Every command of the programme, without HTTP and without jobs. */
@Module({ imports: [AffiliateCommands, SignInCommands, StoreCommands] })
export class OpsModule {}
