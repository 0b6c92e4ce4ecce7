import type { ReviewDecision, Reviewed } from '@framelift/contracts';

export const subjectWords: Record<Reviewed, string> = { cashout: 'Cashout', sale: 'Commission of a sale', affiliate: 'Affiliate' };

interface Words {
  label: string;
  /** What follows from it. */
  hint: (of: Reviewed, held: boolean) => string;
  past: string;
}

/** Decisions as admins read them. */
export const decisionWords: Record<ReviewDecision, Words> = {
  fine: {
    label: 'Nothing is wrong',
    hint: (_, held) => (held ? 'What is held is free again.' : 'It leaves the list; nothing else changes.'),
    past: 'Found to be fine',
  },
  hold: {
    label: 'Hold it',
    hint: (of) =>
      ({
        cashout: 'It is not paid before somebody decides again. The affiliate reads that it is under review.',
        sale: 'Its commission is not available before somebody decides again. The affiliate reads that it is under review.',
        affiliate: 'Nothing of theirs is paid before somebody decides again. They read that the account is under review.',
      })[of],
    past: 'Held',
  },
  reverse: { label: 'Take the sale back', hint: () => 'The whole commission is taken back. This cannot be undone.', past: 'Taken back' },
  suspend: { label: 'Suspend the affiliate', hint: () => 'They earn nothing on new sales and ask for no money.', past: 'Suspended' },
};
