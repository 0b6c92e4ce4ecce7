import { type DynamicModule, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CommandBus } from '@nestjs/cqrs';
import { AffiliateCommands } from '../programme/affiliate/affiliate.module.ts';
import { Registration } from '../programme/sign-in/registration.ts';
import { SignInCommands } from '../programme/sign-in/sign-in.module.ts';
import { StoreCommands } from '../store/store.module.ts';
import { CoreModule } from './core.module.ts';
import type { System } from './system.ts';

/** Every command of the programme, without HTTP and without jobs. */
@Module({})
class CommandsModule {
  static of(system: System): DynamicModule {
    return { module: CommandsModule, imports: [CoreModule.of(system), AffiliateCommands, SignInCommands, StoreCommands] };
  }
}

/** What operators and the demo act by. */
export interface Commands {
  commands: CommandBus;
  registration: Registration;
  close(): Promise<void>;
}

export async function openCommands(system: System): Promise<Commands> {
  const context = await NestFactory.createApplicationContext(CommandsModule.of(system), { logger: false, abortOnError: false });
  const registration = context.get(Registration, { strict: false });
  return { commands: context.get(CommandBus, { strict: false }), registration, close: () => context.close() };
}
