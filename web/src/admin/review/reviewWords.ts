import type { ReviewDecision, Reviewed } from '@framelift/contracts';

export const subjectWords: Record<Reviewed, string> = { cashout: 'Cashout', sale: 'Sale', affiliate: 'Affiliate' };

interface Words {
  label: string;
  /** On a button beside others. */
  short: string;
  /** What follows from it. */
  hint: (of: Reviewed, held: boolean) => string;
  past: string;
}

/** Decisions as admins read them. */
export const decisionWords: Record<ReviewDecision, Words> = {
  fine: {
    label: 'Mark as fine',
    short: 'Fine',
    hint: (_, held) => (held ? 'Releases what is on hold.' : 'Removes it from the list. Nothing else changes.'),
    past: 'Marked as fine',
  },
  hold: {
    label: 'Put on hold',
    short: 'Hold',
    hint: (of) =>
      ({
        cashout: 'It is not paid until an admin decides again. The affiliate sees that it is under review.',
        sale: 'Its commission is not available until an admin decides again. The affiliate sees that it is under review.',
        affiliate: 'Nothing is paid to them until an admin decides again. They see that the account is under review.',
      })[of],
    past: 'Held',
  },
  reverse: {
    label: 'Reverse the sale',
    short: 'Reverse',
    hint: () => 'The full commission is reversed. This cannot be undone.',
    past: 'Reversed',
  },
  suspend: {
    label: 'Suspend the affiliate',
    short: 'Suspend',
    hint: () => 'They earn nothing on new sales and cannot request cashouts.',
    past: 'Suspended',
  },
};
