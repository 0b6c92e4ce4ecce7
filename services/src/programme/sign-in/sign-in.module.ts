import { Global, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { JwtModule } from '@nestjs/jwt';
import { ACCOUNTS } from '../../http/allow.ts';
import { JobsModule } from '../../platform/jobs.ts';
import { AccountController } from './account.controller.ts';
import { accountHandlers } from './account.handlers.ts';
import { adminHandlers } from './admin.handlers.ts';
import { Attempts } from './attempts.ts';
import { CredentialsTable } from './credentials.ts';
import { PasswordLinks } from './password-links.ts';
import { PasswordLinksController } from './password-links.controller.ts';
import { Passwords } from './passwords.ts';
import { registrationHandlers } from './registration.handlers.ts';
import { Registration } from './registration.ts';
import { Sessions } from './sessions.ts';
import { CreateAffiliateController, LogoutController, SignInController } from './sign-in.controller.ts';
import { Tokens } from './tokens.ts';
import { Totp } from './totp.ts';

/** Global, because who stands behind a token is asked everywhere. */
@Global()
@Module({
  imports: [
    CqrsModule,
    JobsModule,
    // Keys and algorithm are named with every call (tokens.ts).
    JwtModule.register({}),
  ],
  controllers: [SignInController, LogoutController, CreateAffiliateController, AccountController, PasswordLinksController],
  providers: [
    Attempts,
    Sessions,
    Tokens,
    Totp,
    Registration,
    CredentialsTable,
    PasswordLinks,
    Passwords,
    ...accountHandlers,
    ...registrationHandlers,
    ...adminHandlers,
    { provide: ACCOUNTS, useExisting: Sessions },
  ],
  exports: [ACCOUNTS, Registration],
})
export class SignInModule {}
