import { Type } from 'typebox';
import { catalogue } from './catalogue.ts';
import { CouponCode, KeyedHash } from './event-fields.ts';

/** Codes for the till, on the affiliate's stream. */
export const couponEvents = catalogue({
  CouponGiven: {
    means: 'An admin gave an affiliate a code for the till. The store takes its discount off, where it has one.',
    visibleTo: 'affiliate',
    people: { topic: 'affiliates', bell: 'couponGiven', mail: null, adminMail: null, action: 'give_coupon', public: null },
    data: Type.Object({
      code: CouponCode,
      codeClaim: KeyedHash,
      discountBps: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    }),
    personal: { code: 'affiliate' },
  },
  CouponTakenBack: {
    means: 'An admin took a code back; nobody else gets it before the attribution window is over.',
    visibleTo: 'affiliate',
    people: { topic: 'affiliates', bell: 'couponTakenBack', mail: null, adminMail: null, action: 'take_back_coupon', public: null },
    data: Type.Object({ code: CouponCode, codeClaim: KeyedHash }),
    personal: { code: 'affiliate' },
  },
});
