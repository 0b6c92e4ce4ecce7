import type { AdminAffiliateView } from '@framelift/contracts';
import { formatMoney } from '../../lib/format.ts';
import { Confirm } from '../../ui/dialogs/Confirm.tsx';

interface Props {
  affiliate: AdminAffiliateView;
  onConfirm: () => void;
  onCancel: () => void;
}

/** The question; a balance that would be lost is named too (docs/product.md#admin-dashboard). */
export function DeleteAffiliate({ affiliate: { username, balance }, onConfirm, onCancel }: Props) {
  return (
    <Confirm
      title={`Delete ${username}`}
      question={
        <>
          Are you sure you want to delete this affiliate? This action cannot be undone.
          {balance > 0 && (
            <>
              {' '}
              Their balance of <strong>{formatMoney(balance)}</strong> is forfeited.
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
