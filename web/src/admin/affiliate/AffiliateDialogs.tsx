import type { AdminAffiliateView } from '@framelift/contracts';
import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { useToast } from '../../ui/layout/Toaster.tsx';
import { useDeleteAffiliateMutation } from '../adminApi.ts';
import { DeleteAffiliate } from './DeleteAffiliate.tsx';
import { EditAffiliateDialog } from './EditAffiliateDialog.tsx';
import { PasswordLinkDialog } from './PasswordLinkDialog.tsx';

export type AffiliateDialog = 'edit' | 'password' | 'delete';

interface Props {
  dialog: AffiliateDialog;
  affiliate: AdminAffiliateView;
  /** How far the log was when the affiliate was read. */
  position?: number;
  onClose: () => void;
  onDeleted?: () => void;
}

/** The dialog about an affiliate that is open, in the list or on their page. */
export function AffiliateDialogs({ dialog, affiliate, position, onClose, onDeleted }: Props) {
  const toast = useToast();
  const [deleteAffiliate] = useCommand(useDeleteAffiliateMutation());
  const confirmed = async () => {
    onClose();
    const { error } = await deleteAffiliate({ id: affiliate.id, body: { forfeits: affiliate.forfeits } });
    if (error) return toast.error(errorText(error, 'Failed to delete affiliate'));
    toast.success('Affiliate deleted successfully!');
    onDeleted?.();
  };
  if (dialog === 'edit') return <EditAffiliateDialog affiliate={affiliate} position={position} onClose={onClose} />;
  if (dialog === 'password') return <PasswordLinkDialog affiliate={affiliate} onClose={onClose} />;
  return <DeleteAffiliate affiliate={affiliate} onConfirm={() => void confirmed()} onCancel={onClose} />;
}
