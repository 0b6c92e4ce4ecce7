import { Type } from 'typebox';
import { EU } from '../rules/documents.ts';
import { catalogue } from './catalogue.ts';
import { Id, KeyedHash, PaymentTypeName, PayoutDetails } from './event-fields.ts';

/** Where an affiliate is paid, and as whom: on the affiliate's stream. */
export const payeeEvents = catalogue({
  PaymentMethodAdded: {
    means: 'An affiliate said where to be paid. `detailsHash` recognises their own purchases.',
    visibleTo: 'affiliate',
    people: { topic: 'cashouts', bell: 'methodAdded', mail: 'paymentMethodAdded', adminMail: null, action: null, public: null },
    data: Type.Object({ paymentMethodId: Id, paymentType: PaymentTypeName, details: PayoutDetails, detailsHash: KeyedHash }),
    personal: { details: 'affiliate' },
  },
  PaymentMethodChanged: {
    means: 'An affiliate changed where to be paid; it is no longer verified.',
    visibleTo: 'affiliate',
    people: { topic: 'cashouts', bell: 'methodChanged', mail: 'paymentMethodChanged', adminMail: null, action: null, public: null },
    data: Type.Object({ paymentMethodId: Id, paymentType: PaymentTypeName, details: PayoutDetails, detailsHash: KeyedHash }),
    personal: { details: 'affiliate' },
  },
  PaymentMethodRemoved: {
    means: 'An affiliate removed a payment method; the oldest left becomes the primary one.',
    visibleTo: 'affiliate',
    people: { topic: 'cashouts', bell: 'methodRemoved', mail: 'paymentMethodRemoved', adminMail: null, action: null, public: null },
    data: Type.Object({ paymentMethodId: Id }),
  },
  BillingDetailsChanged: {
    means: 'An affiliate set the payee’s billing details on their statements; absent: none.',
    visibleTo: 'affiliate',
    people: { topic: 'system', bell: null, mail: null, adminMail: null, action: null, public: null },
    data: Type.Object({
      name: Type.Optional(Type.String()),
      address: Type.Optional(Type.String()),
      country: Type.Optional(Type.String()),
      taxNumber: Type.Optional(Type.String()),
      /** Of a tax number that is a VAT number of the European Union. */
      vatCountry: Type.Optional(Type.Enum(EU)),
    }),
    personal: { name: 'affiliate', address: 'affiliate', country: 'affiliate', taxNumber: 'affiliate' },
    version: 2,
  },
});
