import { Global, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { JwtModule } from '@nestjs/jwt';
import { ACCOUNT_FINDER } from '../../http/allow.ts';
import { AccountController } from './account.controller.ts';
import { accountHandlers } from './account.handlers.ts';
import { adminHandlers } from './admin.handlers.ts';
import { Attempts } from './attempts.ts';
import { CredentialsTable } from './credentials.ts';
import { PasswordLinks } from './password-links.ts';
import { PasswordLinksController } from './password-links.controller.ts';
import { Passwords } from './passwords.ts';
import { RegisterAffiliateHandler } from './registration.handlers.ts';
import { Registration } from './registration.ts';
import { Sessions } from './sessions.ts';
import { CreateAffiliateController, LogoutController, SignInController } from './sign-in.controller.ts';
import { Tokens } from './tokens.ts';
import { Totp } from './totp.ts';

/** What the commands of accounts need, without HTTP: also for operators and the demo. */
@Module({
  imports: [CqrsModule],
  providers: [
    ...accountHandlers,
    RegisterAffiliateHandler,
    ...adminHandlers,
    Registration,
    CredentialsTable,
    Passwords,
    PasswordLinks,
    Totp,
  ],
  exports: [Registration, CredentialsTable, Passwords, PasswordLinks, Totp],
})
export class SignInCommands {}

/** Global, because every feature needs the account of a token. */
@Global()
@Module({
  imports: [
    CqrsModule,
    SignInCommands,
    // Keys and algorithm are named with every call (tokens.ts).
    JwtModule.register({}),
  ],
  controllers: [SignInController, LogoutController, CreateAffiliateController, AccountController, PasswordLinksController],
  providers: [Attempts, Sessions, Tokens, { provide: ACCOUNT_FINDER, useExisting: Sessions }],
  exports: [ACCOUNT_FINDER],
})
export class SignInModule {}
