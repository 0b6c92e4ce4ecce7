import type { ImportSource } from '@framelift/contracts';

/** A field of ours and its possible columns; the first present one counts. Names as `columnName` writes them. */
type Columns = Readonly<Record<string, readonly string[]>>;
export type Kind = 'affiliates' | 'sales' | 'payouts';

interface Format {
  columns: Columns;
  /** Fields that a file of this kind must have. */
  needs: readonly string[];
}

/** The meaning of the export's states. A state that is not listed is rejected. */
export type Meaning = 'counts' | 'paid' | 'later' | 'left out';
export interface ProgrammeFormat {
  files: Record<Kind, Format>;
  states: Readonly<Record<string, Meaning>>;
}

const person = ['affiliate_email', 'affiliate', 'partner_email', 'email'];
const currency = ['currency', 'commission_currency'];

/** 'Created At' and 'created-at' are the same column. */
export const columnName = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '');

/** Exports as the programmes document their columns; amounts in columns that end in `_cents` are cents, others decimal euros. */
export const formats: Record<ImportSource, ProgrammeFormat> = {
  rewardful: {
    files: {
      affiliates: {
        columns: {
          id: ['id', 'affiliate_id'],
          email: ['email', 'affiliate_email'],
          username: ['token', 'link_token', 'link'],
          firstName: ['first_name'],
          lastName: ['last_name'],
          balance: ['unpaid_commissions', 'unpaid_earnings', 'balance', 'balance_cents'],
          state: ['state'],
        },
        needs: ['email', 'firstName'],
      },
      sales: {
        columns: {
          id: ['id', 'commission_id'],
          who: [...person, 'affiliate_id'],
          commission: ['commission_amount', 'amount', 'amount_cents', 'commission'],
          amount: ['sale_amount', 'sale_amount_cents', 'charge_amount'],
          currency,
          at: ['charged_at', 'created_at'],
          dueAt: ['due_at'],
          paidAt: ['paid_at'],
          state: ['state', 'status'],
        },
        needs: ['commission', 'who', 'amount'],
      },
      payouts: {
        columns: {
          id: ['id', 'payout_id'],
          who: [...person, 'affiliate_id'],
          amount: ['amount', 'amount_cents'],
          currency,
          at: ['paid_at'],
          state: ['state', 'status'],
        },
        needs: ['amount', 'at', 'who'],
      },
    },
    states: {
      due: 'counts',
      pending: 'later',
      paid: 'paid',
      voided: 'left out',
      processing: 'left out',
      active: 'counts',
      disabled: 'left out',
      suspicious: 'left out',
    },
  },
  firstpromoter: {
    files: {
      affiliates: {
        columns: {
          id: ['id', 'promoter_id'],
          email: ['email', 'promoter_email'],
          username: ['default_ref_id', 'ref_id', 'referral_id'],
          firstName: ['first_name'],
          lastName: ['last_name'],
          balance: ['current_balance', 'balance', 'unpaid_balance'],
          state: ['status', 'state'],
        },
        needs: ['email', 'username'],
      },
      sales: {
        columns: {
          id: ['id', 'commission_id', 'event_id'],
          who: ['promoter_email', 'promoter_id', 'ref_id', ...person],
          commission: ['amount', 'commission_amount', 'reward_amount', 'amount_cents'],
          amount: ['sale_amount', 'conversion_amount', 'sale_amount_cents'],
          currency,
          at: ['created_at', 'event_date'],
          paidAt: ['paid_at'],
          state: ['status', 'state'],
        },
        needs: ['commission', 'amount', 'who'],
      },
      payouts: {
        columns: {
          id: ['id', 'payout_id'],
          who: ['promoter_email', 'promoter_id', ...person],
          amount: ['amount', 'total', 'amount_cents'],
          currency,
          at: ['paid_at', 'date_paid', 'period_end'],
          state: ['status', 'state'],
        },
        needs: ['amount', 'at', 'who'],
      },
    },
    states: {
      approved: 'counts',
      active: 'counts',
      pending: 'left out',
      denied: 'left out',
      refunded: 'left out',
      paid: 'paid',
      completed: 'paid',
      fulfilled: 'paid',
      inactive: 'left out',
    },
  },
  tapfiliate: {
    files: {
      affiliates: {
        columns: {
          id: ['id', 'affiliate_id'],
          email: ['email'],
          username: ['referral_code', 'ref'],
          firstName: ['firstname', 'first_name'],
          lastName: ['lastname', 'last_name'],
          balance: ['balance'],
          state: ['status', 'state'],
        },
        needs: ['email', 'firstName'],
      },
      sales: {
        columns: {
          id: ['external_id', 'id', 'conversion_id'],
          who: ['affiliate_email', 'affiliate_id', ...person],
          commission: ['commission_amount', 'commission'],
          amount: ['amount', 'conversion_amount'],
          currency,
          at: ['created_at'],
          paidAt: ['paid_at'],
          state: ['commission_status', 'status'],
        },
        needs: ['commission', 'amount', 'who'],
      },
      payouts: {
        columns: {
          id: ['id', 'payment_id'],
          who: ['affiliate_email', 'affiliate_id', ...person],
          amount: ['amount'],
          currency,
          at: ['paid_at', 'payment_date', 'created_at'],
          state: ['status', 'state'],
        },
        needs: ['amount', 'at', 'who'],
      },
    },
    states: { approved: 'counts', pending: 'left out', disapproved: 'left out', paid: 'paid', completed: 'paid', active: 'counts' },
  },
  csv: {
    files: {
      affiliates: {
        columns: {
          id: ['id'],
          email: ['email'],
          username: ['username'],
          firstName: ['first_name'],
          lastName: ['last_name'],
          balance: ['balance'],
          state: ['state'],
        },
        needs: ['email', 'username'],
      },
      sales: {
        columns: {
          id: ['id'],
          who: ['affiliate'],
          product: ['product'],
          commission: ['commission'],
          amount: ['amount'],
          currency,
          at: ['sold_at'],
          dueAt: ['available_at'],
          paidAt: ['paid_at'],
          state: ['state'],
        },
        needs: ['id', 'who', 'commission', 'amount', 'at'],
      },
      payouts: {
        columns: { id: ['id'], who: ['affiliate'], amount: ['amount'], currency, at: ['paid_at'], state: ['state'] },
        needs: ['id', 'who', 'amount', 'at'],
      },
    },
    states: { credited: 'counts', paid: 'paid', held: 'later', reversed: 'left out' },
  },
};
