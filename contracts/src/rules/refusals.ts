import { pageRefusals } from './page-refusals.ts';
import { euros, rules, shortEuros } from './rules.ts';
import { says } from './text.ts';

const asIs = (text: string) => text;
const quoted = (name: string) => JSON.stringify(name.slice(0, 60));
const sized = (bytes: number) => (bytes < 1024 ** 2 ? `${bytes / 1024} KiB` : `${bytes / 1024 ** 2} MiB`);
/** Letters that a screen may not show either, by their numbers. */
const readable = (letters: readonly string[]) =>
  letters
    .slice(0, 5)
    .map((letter) => (/[\p{C}\p{Z}]/u.test(letter) ? `U+${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}` : letter))
    .join(' ');

/** What a request is refused with. The key is the `code` of the answer, as contracts/src/calls/refusal-codes.ts says. */
export const refusals = {
  ...pageRefusals,
  // Registration, in the order of the checks (docs/product.md#registration-and-login)
  passwordTooShort: `Password must be at least ${rules.passwordMinimum} characters long`,
  emailInvalid: 'Please enter a valid email address',
  usernameTooShort: `Username must be at least ${rules.username.minimum} characters long`,
  usernameInvalid: `Username must be at most ${rules.username.maximum} characters: letters, digits, _ and -`,
  passwordTooLong: `Password must be at most ${rules.passwordMaximum} characters long`,
  passwordTooCommon: 'This password is too common. Please choose another one',
  fieldsRequired: 'Please fill in all required fields',
  usernameTaken: 'This username is already taken',
  emailTaken: 'This email address is already registered',
  rateInvalid: 'Commission rate must be between 0 and 100, with at most two decimals',
  textTooLong: `Text must be at most ${rules.textMaximum} characters long`,
  // Sign-in
  signInFailed: 'Invalid username or password',
  banned: 'This account has been banned',
  unauthorized: 'Please log in',
  // The account (docs/rules.md#11-sign-in)
  passwordWrong: 'The password is not correct',
  passwordSame: 'The new password must differ from the current one',
  emailChangedAlready: 'This address is already confirmed. Please contact us to restore the earlier one',
  noMail: 'This site sends no e-mail. Please ask an admin',
  emailSame: 'This is already your confirmed address',
  accountNotFound: 'Account not found',
  deletedAccount: 'This account has been deleted',
  confirmFirst: 'Please confirm your password first',
  codeRequired: 'Please enter the code from your authenticator app',
  codeWrong: 'The code is not correct or was used before',
  totpFirst: 'Please turn on two-factor sign-in first',
  totpOn: 'Two-factor sign-in is already on',
  totpOff: 'Two-factor sign-in is not on',
  adminOnly: 'Access denied. Admin privileges required.',
  affiliateOnly: 'This is only for affiliates',
  tooManyRequests: 'Too many requests. Please wait a moment and try again.',
  // Cashouts (docs/rules.md#8-cashouts)
  amountInvalid: 'Cashout amount must have at most two decimals',
  belowMinimum: says`Minimum cashout amount is ${shortEuros}`,
  insufficientBalance: 'Insufficient balance',
  noPaymentMethod: 'Payment method not found',
  cashoutNotFound: 'Cashout not found',
  cashoutNotPending: 'Only a pending cashout can be processed',
  cashoutNotApproved: 'Only an approved cashout can be settled',
  cashoutStatusInvalid: 'Please choose approved, completed or rejected',
  settleStatusInvalid: 'Please choose completed or rejected',
  inDebt: says`This affiliate owes ${euros}; settle the debt or reject the cashout`,
  notActive: 'Your account is suspended. Cashouts are not available',
  tooManyPaymentMethods: 'You have reached the maximum number of payment methods',
  paymentMethodTwice: 'You have this payment method already',
  paymentDetailsFormula: 'Payment details cannot begin with =, +, - or @: a spreadsheet would take them for a formula',
  paymentDetailsInvalid: 'Please enter valid payment details',
  unprintable: says`A document cannot show ${readable}. Please use other letters`,
  billingTooLong: 'One of these texts is too long',
  noStatement: 'There is no statement for this period',
  paymentTypeNotOffered: 'This payment type is not offered at the moment',
  // Admin
  affiliateNotFound: 'Affiliate not found',
  deletedAffiliate: 'This affiliate has been deleted',
  openCashouts: 'This affiliate has cashouts that are not settled yet',
  editBaseMissing: 'This edit needs the header Edit-Base: the position the form was filled from',
  changedMeanwhile: says`Someone changed the ${asIs} meanwhile. Please reload and try again`,
  saleNotFound: 'Sale not found',
  saleAlreadyCredited: 'This sale is already credited',
  saleReversed: 'This sale has been reversed',
  saleNotCredited: 'This sale was never credited',
  notOnHold: 'This commission is not on hold',
  noSuchTier: 'There is no such tier',
  ownTermsNeedReason: 'Please give the reason for another minimum cashout or holding period',
  // Terms (docs/rules.md#17-terms)
  tierNameMissing: 'Every tier needs a name',
  tierNamesEqual: 'Each tier needs a different name',
  firstTierFromZero: 'The first tier begins at 0 sales',
  thresholdsNotRising: 'Each tier must begin at more sales than the one before',
  tiersInvalid: 'Please give 1 to 50 tiers, each with a name of at most 40 characters and a whole number of sales',
  campaignInvalid: 'A campaign has at most 40 letters, digits, _ and -',
  holdInvalid: 'The holding period must be a whole number of days from 0 to 365',
  windowInvalid: 'The attribution window must be a whole number of days from 1 to 365',
  minimumCashoutInvalid: 'The minimum cashout must be between €1 and €100,000, with at most two decimals',
  fourEyesInvalid: 'The second-approval amount must be between €0.01 and €1,000,000, with at most two decimals',
  paymentTypesMissing: 'Please offer at least one payment type',
  rebuilding: 'This is being rebuilt from the log. Please try again in a moment',
  behind: 'This is not up to date yet. Please try again in a moment',
  parkedChanged: 'These parked events have changed. Please look again',
  rowTooLong: 'Too many events changed this row to show each of them',
  backupsOff: 'Backups are off. Set BACKUP_TO to turn them on',
  backupRunning: 'A backup is already running. Please wait for it',
  maintenanceRunning: 'Another verification or replay is running. Please wait for it',
  invoiceNotCompleted: 'This invoice is not completed',
  providerMissing: 'The store of this sale is no longer set up here',
  // Proof images, checkout, store notifications
  proofInvalid: `Proof must be a PNG, JPEG or WebP image of at most ${rules.proofImageBytes / 1024 / 1024} MB`,
  cartInvalid: 'This product is not available',
  captchaMissing: 'Please complete the captcha',
  captchaInvalid: 'Captcha verification failed. Please try again',
  signatureInvalid: 'The signature is not valid',
  // Requests
  commandReused: 'This Idempotency-Key was used for another request',
  badRequest: 'The request is not valid',
  notAnObject: 'The body must be a JSON object',
  unknownParameter: says`The parameter ${quoted} is not known here`,
  oneText: says`${asIs} must be one text`,
  otherCursor: 'after must be the `next` of an earlier page of this list',
  positionInvalid: 'A position of the log is a whole number',
  bodyTooLarge: says`The body must be at most ${sized}`,
  keyInvalid: 'key must be a JSON array of the values that a row is found by',
  noBody: 'This call takes no body',
  unknownField: says`The field ${quoted} is not known here`,
  notFound: 'Not found',
  busy: 'Too many people are asking at once. Please try again in a moment',
  full: 'Nothing can be saved at the moment. Please try again later',
  unavailable: 'This is not available at the moment. Please try again in a moment',
  conflict: 'Someone else changed this at the same time. Please try again',
  internal: 'An error occurred',
} as const;
