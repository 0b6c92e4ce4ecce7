import type { EditAffiliateBody, TermsView } from '@framelift/contracts';
import { STATUSES } from '@framelift/contracts/rules';
import { type FormEvent, useState } from 'react';
import { capitalised, formatPercent } from '../../lib/format.ts';
import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { useUnsaved } from '../../session/shell/unsaved.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { Faint } from '../../ui/layout/Text.tsx';
import { useToast } from '../../ui/layout/Toaster.tsx';
import { useUpdateAffiliateMutation } from '../adminApi.ts';
import { RateField } from '../RateField.tsx';
import type { OneAffiliate } from './affiliateApi.ts';
import styles from './AffiliatePage.module.css';

/** What was typed over which values: those on the screen when the first field was changed. */
interface Edit {
  from: OneAffiliate;
  changes: Pick<EditAffiliateBody, 'status' | 'tier'> & { rate?: string };
}

/** Status, tier and rate where they are shown; Save sends what was changed alone. */
export function EditInPlace({ affiliate, tiers }: { affiliate: OneAffiliate; tiers: TermsView['tiers'] }) {
  const toast = useToast();
  const [edit, setEdit] = useState<Edit | null>(null);
  useUnsaved(edit !== null);
  const [update, { error, isLoading, reset }] = useCommand(useUpdateAffiliateMutation());
  const { from, changes } = edit ?? { from: affiliate, changes: {} };
  const change = (more: Edit['changes']) => setEdit({ from, changes: { ...changes, ...more } });
  const discard = () => {
    setEdit(null);
    reset();
  };
  const { rate, ...chosen } = changes;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const body = { ...chosen, ...(rate === undefined ? {} : { commissionRate: Number(rate) }) };
    const result = await update({ id: from.id, body: { ...body, editBase: from.position } });
    if (result.error) return;
    discard();
    toast.success('Affiliate updated successfully!');
  };
  const paid = Math.max(from.commissionRate, from.tierCommissionRate);
  return (
    <>
      {error && <Banner tone="error" text={errorText(error, 'Failed to update affiliate')} />}
      <form className={styles.inPlace} aria-label="Status, tier and rate" onSubmit={(event) => void save(event)}>
        <SelectField
          label="Status"
          value={chosen.status ?? from.status}
          onChange={(event) => change({ status: event.target.value as OneAffiliate['status'] })}
        >
          {STATUSES.map((name) => (
            <option key={name} value={name}>
              {capitalised(name)}
            </option>
          ))}
        </SelectField>
        <SelectField label="Tier" value={chosen.tier ?? from.tier} onChange={(event) => change({ tier: event.target.value })}>
          {tiers.map(({ tier, name, rate: percent }) => (
            <option key={tier} value={tier}>
              {name} · {formatPercent(percent)}
            </option>
          ))}
        </SelectField>
        <RateField value={rate ?? from.commissionRate} onChange={(event) => change({ rate: event.target.value })} />
        {edit && (
          <>
            <Button type="submit" variant="primary" disabled={isLoading}>
              {isLoading ? 'Saving...' : 'Save'}
            </Button>
            <Button variant="ghost" onClick={discard}>
              Discard
            </Button>
          </>
        )}
      </form>
      <Faint>Earns {formatPercent(paid)}: the higher of tier and own rate.</Faint>
    </>
  );
}
