import type { AdminAffiliateView, AdminCashoutView } from '@framelift/contracts';
import { ProofDialog } from '../session/screens/ProofDialog.tsx';
import { CreateAffiliateDialog } from './CreateAffiliateDialog.tsx';
import { EditAffiliateDialog } from './EditAffiliateDialog.tsx';
import { HistoryDialog } from './HistoryDialog.tsx';
import { ProcessCashoutDialog } from './ProcessCashoutDialog.tsx';

export type Modal =
  | { name: 'create' }
  | { name: 'edit'; affiliate: AdminAffiliateView; position?: number }
  | { name: 'history'; affiliate: AdminAffiliateView }
  | { name: 'process'; cashout: AdminCashoutView }
  | { name: 'proof'; url: string };

interface Props {
  modal: Modal;
  onClose: () => void;
}

/** The modal of the admin dashboard that is open. */
export function AdminModal({ modal, onClose }: Props) {
  return (
    <>
      {modal.name === 'create' && <CreateAffiliateDialog onClose={onClose} />}
      {modal.name === 'edit' && <EditAffiliateDialog affiliate={modal.affiliate} position={modal.position} onClose={onClose} />}
      {modal.name === 'history' && <HistoryDialog affiliate={modal.affiliate} onClose={onClose} />}
      {modal.name === 'process' && <ProcessCashoutDialog cashout={modal.cashout} onClose={onClose} />}
      {modal.name === 'proof' && <ProofDialog url={modal.url} onClose={onClose} />}
    </>
  );
}
