import { type Static, Type } from 'typebox';
import { CAMPAIGN } from '../rules/campaign.ts';
import { productLimits } from '../rules/products.ts';
import { refusals } from '../rules/refusals.ts';
import { rules } from '../rules/rules.ts';
import { sellauth } from '../rules/sellauth.ts';
import type { Call } from './call.ts';
import { BrowserText, browserText, Nullable, refused } from './fields.ts';

/** As the browser sends it (docs/rules.md#12-visits). The server ignores `ip` and `timestamp` and takes its own. */
export const TrackVisitBody = Type.Object({
  ref: BrowserText('ref', 300),
  timestamp: Type.Optional(
    Nullable(
      Type.Union([Type.String({ maxLength: 40 }), Type.Integer({ minimum: 0, maximum: 8.64e15 })], {
        format: 'moment',
        description: 'ISO 8601, or milliseconds since 1970',
      }),
    ),
  ),
  userAgent: browserText('userAgent', 4_000),
  ip: browserText('ip', 300),
  referrer: browserText('referrer', 8_000),
  pageUrl: browserText('pageUrl', 8_000),
});
export type TrackVisitBody = Static<typeof TrackVisitBody>;

/** A link that was followed, as a browser keeps it. Campaign and page count where no visit is known that says so. */
const FollowedLink = Type.Object({
  ref: browserText('ref', 300),
  visitId: browserText('visitId', 300),
  referredAt: browserText('referredAt', 300),
  campaign: Type.Optional(Nullable(Type.String({ pattern: CAMPAIGN.source, ...refused(refusals.campaignInvalid) }))),
  landing: browserText('landing', 8_000),
});
export type FollowedLink = Static<typeof FollowedLink>;
const unavailable = refused(refusals.cartInvalid);

const number = Type.Optional(Type.Integer({ minimum: 1, maximum: productLimits.number, ...unavailable }));

const CartLine = Type.Object(
  {
    sku: Type.Optional(Type.String({ minLength: 1, maxLength: productLimits.sku, ...unavailable })),
    productId: number,
    variantId: number,
    quantity: Type.Integer({ minimum: 1, maximum: productLimits.quantity, ...unavailable }),
  },
  { anyOf: [{ required: ['sku'] }, { required: ['productId', 'variantId'] }], ...unavailable },
);

/** Exactly one line of a product that is sold: its id, or both numbers of it. A broken referral or coupon never stops a purchase; a campaign is one or is not sent. */
export const CheckoutBody = Type.Object({
  cart: Type.Array(CartLine, { minItems: 1, maxItems: 1, ...unavailable }),
  shopId: Type.Integer({ const: sellauth.shopId, ...unavailable }),
  altcha: Type.String({
    minLength: 1,
    maxLength: 8_192,
    description: 'The proof of work the widget solved, base64',
    ...refused({ type: refusals.captchaMissing, minLength: refusals.captchaMissing, maxLength: refusals.captchaInvalid }),
  }),
  ...FollowedLink.properties,
  /** The clicks before it, oldest first. */
  earlier: Type.Optional(Nullable(Type.Array(FollowedLink, { maxItems: rules.earlierClicks }))),
  coupon: browserText('coupon', 300),
});
export type CheckoutBody = Static<typeof CheckoutBody>;
export const ChallengeView = Type.Unknown({ description: 'The captcha challenge, as the ALTCHA widget reads it' });

export const CheckoutView = Type.Object({
  url: Type.String(),
  sameTab: Type.Boolean({ description: 'The payment page cannot be framed: redirect there' }),
  notice: Nullable(Type.String({ description: 'Why the code does not count, or not in full; the purchase goes on' })),
});
export type CheckoutView = Static<typeof CheckoutView>;
export const VisitView = Type.Object({ visitId: Nullable(Type.String({ description: 'null when the visit was not counted' })) });
export type VisitView = Static<typeof VisitView>;

/** From the click to the payment page. */
export const checkoutCalls = {
  'POST /api/track/track-visit': {
    does: 'Count a visit through a referral link.',
    permission: 'public',
    body: TrackVisitBody,
    answers: VisitView,
  },
  'POST /api/store/checkout': {
    does: 'Open a checkout at the store.',
    permission: 'public',
    lane: 'patient',
    refuses: [502],
    body: CheckoutBody,
    answers: CheckoutView,
  },
  'GET /api/store/altcha': { does: 'A captcha challenge for the checkout.', permission: 'public', answers: ChallengeView },
} as const satisfies Record<string, Call>;

/** What payment providers send. */
export const storeCalls = {
  'POST /api/store/notifications': {
    does: 'Receive a notification of the store; its signature is verified over the raw bytes.',
    permission: 'public',
    lane: 'reserved',
    fromStore: true,
    refuses: [401],
  },
  'POST /api/store/notifications/:provider': {
    does: 'The same from the payment provider of this name.',
    permission: 'public',
    lane: 'reserved',
    fromStore: true,
    refuses: [401],
  },
} as const satisfies Record<string, Call>;
