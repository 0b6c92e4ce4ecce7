import { useAddress } from '../../session/useAddress.ts';
import { EvidenceDialog } from './EvidenceDialog.tsx';

const names = ['invoice'] as const;

/** The evidence of the sale that the address names. */
export function OpenEvidence() {
  const { texts, change } = useAddress(names);
  return texts.invoice ? <EvidenceDialog invoice={texts.invoice} onClose={() => change({ invoice: '' })} /> : null;
}
