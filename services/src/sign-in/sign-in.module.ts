import { Global, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { JwtModule } from '@nestjs/jwt';
import type { Secrets } from '../platform/config.ts';
import { ACCOUNTS } from '../platform/http/allow.ts';
import { SECRETS } from '../platform/tokens.ts';
import { CreateAdminHandler, RevokeAdminHandler } from './admin.commands.ts';
import { CredentialsTable } from './credentials.ts';
import { Passwords } from './passwords.ts';
import { RegisterAffiliateHandler } from './registration.commands.ts';
import { Registration } from './registration.ts';
import { Sessions } from './sessions.ts';
import { CreateAffiliateController, SignInController } from './sign-in.controller.ts';

/** Global, because who stands behind a token is asked everywhere. */
@Global()
@Module({
  imports: [
    CqrsModule,
    JwtModule.registerAsync({
      useFactory: ({ jwt }: Secrets) => ({ secret: jwt, signOptions: { algorithm: 'HS256' } }),
      inject: [SECRETS],
    }),
  ],
  controllers: [SignInController, CreateAffiliateController],
  providers: [
    Sessions, Registration, CredentialsTable, Passwords, RegisterAffiliateHandler, CreateAdminHandler, RevokeAdminHandler,
    { provide: ACCOUNTS, useExisting: Sessions },
  ],
  exports: [ACCOUNTS, Registration],
})
export class SignInModule {} // prettier-ignore
