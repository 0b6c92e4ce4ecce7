import { Global, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { JwtModule } from '@nestjs/jwt';
import { ACCOUNT_FINDER, KEY_FINDER } from '../http/allow.ts';
import type { Config } from '../platform/config.ts';
import { CONFIG } from '../platform/tokens.ts';
import { AffiliateAdminController } from './affiliate/affiliate-admin.controller.ts';
import { AffiliateController } from './affiliate/affiliate.controller.ts';
import { affiliateHandlers } from './affiliate/affiliate.handlers.ts';
import { MissingSalesController } from './affiliate/missing-sales.controller.ts';
import { ProofSecrets } from './affiliate/proof-secrets.ts';
import { Proofs } from './affiliate/proofs.ts';
import { ReceiptFigures } from './affiliate/receipt-figures.ts';
import { ReceiptsController } from './affiliate/receipts.controller.ts';
import { apiKeyHandlers } from './keys/api-key.handlers.ts';
import { ApiKeysController } from './keys/api-keys.controller.ts';
import { KeyAccess } from './keys/key-access.ts';
import { LastUses } from './keys/last-uses.ts';
import { Finishing } from './payouts/finishing.ts';
import { PaymentFiles } from './payouts/payment-files.ts';
import { payoutRunHandlers } from './payouts/payout-run.handlers.ts';
import { PayoutAccountController, SetPayoutAccountHandler } from './payouts/providers/bank/payout-account.controller.ts';
import { PayoutRunsController } from './payouts/payout-runs.controller.ts';
import { PaypalBatches } from './payouts/providers/paypal/paypal-batches.ts';
import { PaypalController } from './payouts/providers/paypal/paypal.controller.ts';
import { PayPal } from './payouts/providers/paypal/paypal.ts';
import { ReportReader } from './payouts/report-reader.ts';
import { RunProofs } from './run-proofs.ts';
import { SamePerson } from './same-person.ts';
import { movingInHandlers } from './moving-in/moving-in.handlers.ts';
import { mailHandlers } from './mails/mails.handlers.ts';
import { MailsController } from './mails/mails.controller.ts';
import { AccountController } from './sign-in/account.controller.ts';
import { Attempts } from './sign-in/attempts.ts';
import { CredentialsTable } from './sign-in/credentials.ts';
import { ForgottenPasswords, ForgottenPasswordsController } from './sign-in/forgotten-passwords.ts';
import { PasswordLinks } from './sign-in/password-links.ts';
import { PasswordLinksController } from './sign-in/password-links.controller.ts';
import { Passwords } from './sign-in/passwords.ts';
import { Registration } from './sign-in/registration.ts';
import { Sessions } from './sign-in/sessions.ts';
import { CreateAffiliateController, LogoutController, SignInController } from './sign-in/sign-in.controller.ts';
import { signInHandlers } from './sign-in/sign-in.handlers.ts';
import { Tokens } from './sign-in/tokens.ts';
import { Totp } from './sign-in/totp.ts';
import { SiteController } from './site/site.controller.ts';
import { SitePictures } from './site/site-pictures.ts';
import { SitePicturesController } from './site/site-pictures.controller.ts';
import { SiteDrafts } from './site/site-drafts.ts';
import { siteHandlers } from './site/site.handlers.ts';
import {
  ApproveFourEyesHandler,
  RefuseFourEyesHandler,
  SetCurrencyRateHandler,
  SetTermsHandler,
  TermsController,
} from './terms/terms.controller.ts';
import { CountedVisits } from './visits/counted-visits.ts';
import { PageVisits } from './visits/page-visits.ts';
import { VisitorKeys } from './visits/visitor-keys.ts';
import { VisitsController } from './visits/visits.controller.ts';
import { Visits } from './visits/visits.ts';

const ofCommands = [CredentialsTable, PasswordLinks, Passwords, Proofs, Registration, SamePerson, SitePictures, Totp];

/** Dependencies of the commands of affiliates and accounts, without HTTP: also for operators and the demo. */
@Module({
  imports: [CqrsModule],
  providers: [
    ...affiliateHandlers,
    ...mailHandlers,
    ...movingInHandlers,
    ...signInHandlers,
    ...apiKeyHandlers,
    ...payoutRunHandlers,
    ...siteHandlers,
    SetCurrencyRateHandler,
    SetPayoutAccountHandler,
    SetTermsHandler,
    ApproveFourEyesHandler,
    RefuseFourEyesHandler,
    ...ofCommands,
  ],
  exports: ofCommands,
})
export class ProgrammeCommands {}

/** Global, because every feature needs the account of a token. */
@Global()
@Module({
  imports: [
    CqrsModule,
    ProgrammeCommands,
    // Keys and algorithm are named with every call (tokens.ts).
    JwtModule.register({}),
  ],
  controllers: [
    SignInController,
    LogoutController,
    CreateAffiliateController,
    AccountController,
    PasswordLinksController,
    ForgottenPasswordsController,
    MailsController,
    AffiliateController,
    AffiliateAdminController,
    MissingSalesController,
    ReceiptsController,
    PayoutAccountController,
    PayoutRunsController,
    PaypalController,
    ApiKeysController,
    TermsController,
    SiteController,
    SitePicturesController,
    VisitsController,
  ],
  providers: [
    Attempts,
    Finishing,
    PaymentFiles,
    PaypalBatches,
    ProofSecrets,
    { provide: PayPal, useFactory: ({ paypal }: Config) => new PayPal(paypal), inject: [CONFIG] },
    ReceiptFigures,
    ReportReader,
    RunProofs,
    ForgottenPasswords,
    Sessions,
    Tokens,
    { provide: ACCOUNT_FINDER, useExisting: Sessions },
    LastUses,
    KeyAccess,
    { provide: KEY_FINDER, useExisting: KeyAccess },
    SiteDrafts,
    CountedVisits,
    PageVisits,
    VisitorKeys,
    Visits,
  ],
  exports: [ACCOUNT_FINDER, KEY_FINDER],
})
export class ProgrammeModule {}
