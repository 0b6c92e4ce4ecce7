import { type Product, productLimits } from '@framelift/contracts/products';
import { toEuros } from '@framelift/contracts/rules';
import type { UseFormReturn } from 'react-hook-form';
import { SelectField, TextField } from '../../ui/Field.tsx';
import { optionalNumber } from '../optionalNumber.ts';
import { RateField } from '../RateField.tsx';
import styles from './site.module.css';
import type { ProductsValues, ProductValues } from './siteForm.ts';

const money = { type: 'number', inputMode: 'decimal', min: 0.01, max: toEuros(productLimits.priceCents), step: '0.01' } as const;
const number = { type: 'number', inputMode: 'numeric', min: 1, max: productLimits.number } as const;

const quantity = { type: 'number', inputMode: 'numeric', min: 1, max: productLimits.quantity } as const;

interface Props extends Pick<UseFormReturn<ProductsValues>, 'register'> {
  at: number;
  commission: ProductValues['commission'];
  isAtStripe: boolean;
}

/** What only a product with a price has. */
export function PaidFields({ register, at, commission, isAtStripe }: Props) {
  return (
    <div className={styles.fields}>
      <TextField label="Price (€)" required {...money} {...register(`products.${at}.price`, optionalNumber)} />
      <TextField
        label="Old price (€)"
        hint="Shown struck through while the offer runs."
        {...money}
        {...register(`products.${at}.oldPrice`, optionalNumber)}
      />
      <TextField label="Offer ends (UTC)" hint="Empty: it has no end." type="datetime-local" {...register(`products.${at}.offerEnds`)} />
      <SelectField label="Commission" {...register(`products.${at}.commission`)}>
        {Object.entries(commissions).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </SelectField>
      {commission === 'rate' && (
        <RateField label="Rate (%)" hint="In place of the affiliate’s." {...register(`products.${at}.rate`, optionalNumber)} />
      )}
      <TextField
        label="Smallest quantity"
        hint="Of one purchase."
        required
        {...quantity}
        {...register(`products.${at}.minQuantity`, optionalNumber)}
      />
      <TextField
        label="Largest quantity"
        hint="Of one purchase."
        required
        {...quantity}
        {...register(`products.${at}.maxQuantity`, optionalNumber)}
      />
      <label className={styles.check}>
        <input type="checkbox" {...register(`products.${at}.asksQuantity`)} />
        Buyers choose the quantity
      </label>
      <TextField label="Product number at SellAuth" {...number} {...register(`products.${at}.productId`, optionalNumber)} />
      <TextField label="Variant number at SellAuth" {...number} {...register(`products.${at}.variantId`, optionalNumber)} />
      <label className={styles.check}>
        <input type="checkbox" {...register(`products.${at}.isAtStripe`)} />
        Sold at Stripe
      </label>
      {isAtStripe && (
        <TextField
          label="Price id at Stripe"
          hint="Empty: Stripe is given title and price."
          autoComplete="off"
          maxLength={productLimits.priceId}
          pattern="\w+"
          {...register(`products.${at}.priceId`)}
        />
      )}
    </div>
  );
}

const commissions: Record<ProductValues['commission'], string> = {
  tier: 'By the affiliate’s tier',
  none: 'None',
  rate: 'Another rate',
} satisfies Record<Exclude<Product['commission'], number> | 'rate', string>;
