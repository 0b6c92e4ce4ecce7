import type { TermsView } from '@framelift/contracts';
import { toEuros } from '@framelift/contracts/rules';
import { PAYMENT_TYPES, payoutMethods } from '@framelift/contracts/payout-methods';
import { termsLimits } from '@framelift/contracts/terms';
import type { UseFormReturn } from 'react-hook-form';
import { SelectField, TextField } from '../../ui/Field.tsx';
import { LimitFields } from './LimitFields.tsx';
import { RateField } from '../RateField.tsx';
import styles from './programme.module.css';
import { SellerFields } from './SellerFields.tsx';
import type { TermsValues } from './termsForm.ts';
import { attributionWords, foreignCurrencyWords, ownPurchaseWords, receiptWords } from './termsWords.ts';

const number = { valueAsNumber: true };

/** Every term beside the tiers. */
export function RuleFields({ register }: Pick<UseFormReturn<TermsValues>, 'register'>) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>Rules</legend>
      <div className={styles.fields}>
        <RateField
          label="Default rate (%)"
          hint="New affiliates start at this rate. They earn this or their tier’s rate, whichever is higher."
          {...register('defaultRate', number)}
        />
        <TextField
          label="Minimum cashout (€)"
          type="number"
          inputMode="decimal"
          min={toEuros(termsLimits.minimumCashoutCents.minimum)}
          max={toEuros(termsLimits.minimumCashoutCents.maximum)}
          step="0.01"
          required
          {...register('minimumCashout', number)}
        />
        <LimitFields register={register} />
        <TextField
          label="Holding period (days)"
          hint="Days until a commission can be paid out. 0 means immediately."
          type="number"
          inputMode="numeric"
          min={0}
          max={termsLimits.holdDays}
          required
          {...register('holdDays', number)}
        />
        <TextField
          label="Attribution window (days)"
          hint="Days after a click in which a purchase earns."
          type="number"
          inputMode="numeric"
          min={1}
          max={termsLimits.windowDays}
          required
          {...register('windowDays', number)}
        />
        <SellerFields register={register} />
        <SelectField label="Attribution" hint="If a buyer clicked links of several affiliates." {...register('attribution')}>
          <Options words={attributionWords} />
        </SelectField>
        <SelectField label="Own purchases" hint="Purchases by affiliates through their own link." {...register('ownPurchases')}>
          <Options words={ownPurchaseWords} />
        </SelectField>
        <SelectField label="Other currencies" hint="Sales paid in other currencies." {...register('foreignCurrency')}>
          <Options words={foreignCurrencyWords} />
        </SelectField>
        <SelectField label="Receipts" hint="Public pages with one number of an affiliate. Off hides all of them." {...register('receipts')}>
          <Options words={receiptWords} />
        </SelectField>
        <TextField
          label="Version of the policies"
          hint="The version that affiliates accept when they register."
          autoComplete="off"
          maxLength={termsLimits.textsVersion}
          required
          {...register('textsVersion')}
        />
        <fieldset className={styles.group}>
          <legend className={styles.label}>Payment types</legend>
          {PAYMENT_TYPES.map((type: TermsView['paymentTypes'][number]) => (
            <label key={type} className={styles.check}>
              <input type="checkbox" value={type} {...register('paymentTypes')} />
              {payoutMethods[type].name}
            </label>
          ))}
        </fieldset>
      </div>
    </fieldset>
  );
}

function Options({ words }: { words: Record<string, string> }) {
  return Object.entries(words).map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ));
}
