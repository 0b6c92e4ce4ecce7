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

/** A system with what operators and the demo act by; closing it closes the system too. */
export async function withCommands<S extends System>(system: S): Promise<S & { commands: CommandBus; registration: Registration }> {
  try {
    const context = await NestFactory.createApplicationContext(CommandsModule.of(system), { logger: false, abortOnError: false });
    const [commands, registration] = [context.get(CommandBus, { strict: false }), context.get(Registration, { strict: false })];
    const close = async () => {
      await context.close();
      await system.close();
    };
    return { ...system, commands, registration, close };
  } catch (error) {
    await system.close();
    throw error;
  }
}
