import type { AdminCashoutView } from '@framelift/contracts';
import { ProofDialog } from '../session/screens/ProofDialog.tsx';
import { CashoutOutcome } from './CashoutOutcome.tsx';
import { CreateAffiliateDialog } from './CreateAffiliateDialog.tsx';
import { ProcessCashoutDialog } from './ProcessCashoutDialog.tsx';

export type Modal = { name: 'create' } | { name: 'process' | 'outcome'; cashout: AdminCashoutView } | { name: 'proof'; url: string };

interface Props {
  modal: Modal;
  onClose: () => void;
}

/** The modal of the admin dashboard that is open. */
export function AdminModal({ modal, onClose }: Props) {
  return (
    <>
      {modal.name === 'create' && <CreateAffiliateDialog onClose={onClose} />}
      {modal.name === 'process' && <ProcessCashoutDialog cashout={modal.cashout} onClose={onClose} />}
      {modal.name === 'outcome' && <CashoutOutcome cashout={modal.cashout} onClose={onClose} />}
      {modal.name === 'proof' && <ProofDialog url={modal.url} onClose={onClose} />}
    </>
  );
}
