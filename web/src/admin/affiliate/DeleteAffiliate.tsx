import type { AdminAffiliateView } from '@framelift/contracts';
import { formatMoney } from '../../lib/format.ts';
import { Confirm } from '../../ui/dialogs/Confirm.tsx';

interface Props {
  affiliate: AdminAffiliateView;
  onConfirm: () => void;
  onCancel: () => void;
}

/** The question; money that would be lost is named too (docs/product.md#admin-dashboard). */
export function DeleteAffiliate({ affiliate: { username, balance, forfeits }, onConfirm, onCancel }: Props) {
  return (
    <Confirm
      title={`Delete ${username}`}
      question={
        <>
          Are you sure you want to delete this affiliate? This action cannot be undone.
          {forfeits > 0 && (
            <>
              {' '}
              {balance === forfeits ? 'Their balance of ' : 'Their balance and what is on hold, '}
              <strong>{formatMoney(forfeits)}</strong>
              {balance === forfeits ? ' is forfeited.' : ' in all, are forfeited.'}
            </>
          )}
        </>
      }
      action="Delete"
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}
