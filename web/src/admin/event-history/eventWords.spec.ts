import { expect, it } from '@jest/globals';
import type { Topic } from '@framelift/contracts';
import { amountIn, eventsAbout, topicOf, topics } from './eventWords.ts';

it('lists events under every topic, and an unknown event under the system', () => {
  for (const topic of Object.keys(topics) as Topic[]) expect([topic, eventsAbout(topic).length > 1]).toEqual([topic, true]);
  expect(['AffiliateEdited', 'SaleRecorded', 'PaymentMethodAdded', 'VisitTracked', 'BuyerErased', 'OfTomorrow'].map(topicOf)).toEqual([
    'affiliates',
    'money',
    'cashouts',
    'checkout',
    'system',
    'system',
  ]);
});

it('says how much an event is about, where it is about money', () => {
  const data = [
    { amountCents: 12_345, commissionCents: 600 },
    { commissionCents: 600 },
    { amountCents: 0 },
    {},
    null,
    { amountCents: 'x' },
  ];
  expect(data.map(amountIn)).toEqual(['€123.45', '€6.00', '€0.00', undefined, undefined, undefined]);
});
