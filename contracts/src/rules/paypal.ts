import { says } from './text.ts';
import { DAY_MS } from './time.ts';

/** What paying a run through PayPal's API goes by (docs/rules.md#25-payout-runs). */
export const paypalRules = {
  /** PayPal pays an id once within 30 days. A day less, so that no clock and no slow call leads past them. */
  askedForMs: 29 * DAY_MS,
} as const;

/** PayPal's name of what went wrong. Never its text, which may repeat an address. */
export const PAYPAL_CODE = /^[A-Z][A-Z0-9_]{0,63}$/;

export const BATCH_STATES = ['sent', 'accepted', 'processed', 'refused', 'unused'] as const;
/**
 * `sent`: PayPal has not confirmed it. `accepted`: PayPal works on it. `processed`: each payment has an outcome. `refused`: nothing was paid.
 * `unused`: an admin said that PayPal does not have it.
 */
export type BatchState = (typeof BATCH_STATES)[number];

/** Names of ours for what PayPal has no name for. */
export const OWN_CODES = {
  noAnswer: 'NO_ANSWER',
  credentials: 'INVALID_CLIENT',
  changed: 'PAYMENTS_CHANGED',
  denied: 'BATCH_DENIED',
} as const;

const sentences: Record<string, string> = {
  // Of a batch.
  NO_ANSWER: 'PayPal did not answer.',
  PAYMENTS_CHANGED: 'The payment details are no longer what was sent, so it is not sent again.',
  BATCH_DENIED: 'PayPal denied the whole batch.',
  DUPLICATE_BATCH: 'PayPal knows this batch, but does not say which one it is.',
  UNDOCUMENTED_ANSWER: 'PayPal’s answer is not as documented.',
  INVALID_CLIENT: 'PayPal does not accept PAYPAL_CLIENT_ID and PAYPAL_SECRET.',
  AUTHORIZATION_ERROR: 'PayPal has not enabled payouts for this account.',
  NOT_AUTHORIZED: 'PayPal has not enabled payouts for this account.',
  PERMISSION_DENIED: 'PayPal has not enabled payouts for this account.',
  REQUIRED_SCOPE_MISSING: 'PayPal has not enabled payouts for this app.',
  INSUFFICIENT_FUNDS: 'The PayPal balance does not cover the payments and their fees.',
  SENDER_RESTRICTED: 'PayPal has restricted the account that pays.',
  SENDER_ACCOUNT_RESTRICTED: 'PayPal has restricted the account that pays.',
  SENDER_ACCOUNT_LOCKED: 'PayPal has locked the account that pays.',
  SENDER_ACCOUNT_UNVERIFIED: 'The PayPal account that pays is not verified.',
  SENDER_EMAIL_UNCONFIRMED: 'The e-mail address of the PayPal account that pays is not confirmed.',
  NON_HOLDING_CURRENCY: 'The PayPal account that pays holds no euros.',
  VALIDATION_ERROR: 'PayPal found a payment that is not valid. Check the PayPal addresses.',
  RATE_LIMIT_REACHED: 'PayPal received too many requests.',
  INTERNAL_ERROR: 'PayPal had an internal error.',
  INTERNAL_SERVER_ERROR: 'PayPal had an internal error.',
  SERVICE_UNAVAILABLE: 'PayPal is not available at the moment.',
  // Of a payment.
  PENDING: 'PayPal is still working on it.',
  ONHOLD: 'PayPal is reviewing it.',
  UNCLAIMED: 'The recipient has not accepted it. PayPal returns it after 30 days.',
  BLOCKED: 'PayPal blocked it.',
  FAILED: 'PayPal could not make it.',
  RETURNED: 'It was not accepted within 30 days, or it was cancelled.',
  REFUNDED: 'The recipient sent it back.',
  REVERSED: 'PayPal took it back.',
  RECEIVER_UNREGISTERED: 'The address has no PayPal account. PayPal returns the payment if nobody claims it within 30 days.',
  RECEIVER_UNCONFIRMED: 'The recipient has not confirmed this address at PayPal. PayPal returns the payment after 30 days.',
  RECEIVER_ACCOUNT_LOCKED: 'The recipient’s PayPal account is locked or inactive.',
  RECEIVER_ACCOUNT_INVALID: 'The recipient has no valid PayPal account.',
  RECEIVER_ACCOUNT_LIMITATION: 'The recipient’s PayPal account is limited. PayPal returns the payment after 30 days.',
  RECEIVER_STATE_RESTRICTED: 'PayPal pays nobody in the recipient’s state.',
  RECEIVER_YOUTH_ACCOUNT: 'The recipient has a youth account, which receives no payouts.',
  RECEIVER_COUNTRY_NOT_ALLOWED: 'PayPal pays nobody in the recipient’s country.',
  RECEIVER_REFUSED: 'The recipient refused it.',
  RECEIVING_LIMIT_EXCEEDED: 'The recipient has reached the limit of what they may receive.',
  CURRENCY_NOT_SUPPORTED_FOR_RECEIVER: 'The recipient cannot receive euros.',
  PENDING_RECIPIENT_NON_HOLDING_CURRENCY_PAYMENT_PREFERENCE: 'The recipient must first accept euros at PayPal.',
  REGULATORY_BLOCKED: 'PayPal blocked it for regulatory reasons.',
  REGULATORY_PENDING: 'PayPal is reviewing it for regulatory reasons.',
  RISK_DECLINE: 'PayPal declined it as too risky.',
  SELF_PAY_NOT_ALLOWED: 'It goes to the PayPal account that pays.',
  SPENDING_LIMIT_EXCEEDED: 'The PayPal account that pays has reached its limit.',
  TRANSACTION_LIMIT_EXCEEDED: 'The amount is above PayPal’s limit for one payment.',
  DUPLICATE_ITEM: 'PayPal found it twice in the batch.',
};

/** What a code says, in a sentence. */
export function paypalSentence(code: string): string {
  const [, status] = /^HTTP_(\d+)$/.exec(code) ?? [];
  return sentences[code] ?? (status ? `PayPal answered with error ${status}.` : `PayPal says ${code.replaceAll('_', ' ').toLowerCase()}.`);
}

const asSentence = (code: string): string => paypalSentence(String(code));
export const paypalRefusals = {
  notSet: 'PayPal is not set up. Set PAYPAL_CLIENT_ID and PAYPAL_SECRET, or download the file for PayPal',
  sentBefore: 'The PayPal payments of this run were sent to PayPal before',
  overBefore: 'PayPal has had a batch of this run. Cancel the run and start another one',
  atPaypal: 'This payment was sent to PayPal. It stays in the run until PayPal answers',
  runAtPaypal: 'Payments of this run were sent to PayPal. They stay in the run until PayPal answers',
  notProcessed: 'PayPal has not finished the payments of this run yet. The run is marked as paid once it has',
  notPaid: 'PayPal did not pay its payments of this run. Remove them, or pay them with a file, then mark the run as paid',
  stillAsked: 'PayPal may still make these payments. You can decide 29 days after they were sent, if PayPal has not answered by then',
  refused: says`Nothing was paid. ${asSentence}`,
  stillHeld: 'PayPal still holds this payment for its recipient, who could take it. Take it back first',
  notUnclaimed: 'PayPal does not hold this payment for its recipient',
  noAnswer: 'PayPal did not answer. Please try again in a moment',
} as const;
