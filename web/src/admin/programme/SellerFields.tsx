import { EU, selfBillingLimits } from '@framelift/contracts/documents';
import type { UseFormReturn } from 'react-hook-form';
import { SelectField, TextField } from '../../ui/Field.tsx';
import type { TermsValues } from './termsForm.ts';

const countries = new Intl.DisplayNames('en', { type: 'region' });

/** Whether invoices are made for affiliates, and by whom. */
export function SellerFields({ register }: Pick<UseFormReturn<TermsValues>, 'register'>) {
  return (
    <>
      <SelectField
        label="Self-billing invoices"
        hint="For what affiliates are paid. Choose the country of your VAT number."
        {...register('sellerCountry')}
      >
        <option value="">Not made</option>
        {EU.map((country) => (
          <option key={country} value={country}>
            {countries.of(country)}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Your VAT number"
        hint="Shown on self-billing invoices."
        autoComplete="off"
        maxLength={selfBillingLimits.vatNumber}
        {...register('sellerVatNumber')}
      />
      <TextField
        label="Your tax rate (%)"
        hint="For affiliates with a VAT number of your country. Commissions include this tax."
        type="number"
        inputMode="decimal"
        min={0}
        max={selfBillingLimits.rateBps / 100}
        step="0.01"
        required
        {...register('sellerRate', { valueAsNumber: true })}
      />
    </>
  );
}
