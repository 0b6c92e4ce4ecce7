import { expect, it } from '@jest/globals';
import type { Topic } from '@framelift/contracts';
import { eventsAbout, topicOf, topics } from './eventWords.ts';

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
