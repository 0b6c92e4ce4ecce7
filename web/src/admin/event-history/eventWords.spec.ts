import { expect, it } from '@jest/globals';
import { eventNames } from '@framelift/contracts/event-names';
import { type Subject, subjectOf, subjects } from './eventWords.ts';

it('files every event under the subject that its name begins with', () => {
  const count = (subject: Subject) => eventNames.filter((name) => subjectOf(name) === subject).length;
  for (const subject of Object.keys(subjects) as Subject[]) expect([subject, count(subject) > 1]).toEqual([subject, true]);
  expect(
    [
      'AffiliateEdited',
      'SaleRecorded',
      'PaymentMethodAdded',
      'VisitTracked',
      'BuyerErased',
      'ProgrammeTermsSet',
      'HoldReleased',
      'SaleHoldReleased',
    ].map(subjectOf),
  ).toEqual(['affiliates', 'money', 'cashouts', 'checkout', 'system', 'affiliates', 'money', 'money']);
});
