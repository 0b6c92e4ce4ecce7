import { PATH_WORD } from '@framelift/contracts/paths';
import { productLimits } from '@framelift/contracts/products';
import type { UseFormReturn } from 'react-hook-form';
import { useNamed } from '../../lib/siteContent.ts';
import { AreaField, SelectField, TextField } from '../../ui/Field.tsx';
import { OrderButtons } from './OrderButtons.tsx';
import { PaidFields } from './PaidFields.tsx';
import styles from './site.module.css';
import type { ProductsValues, ProductValues } from './siteForm.ts';

interface Props {
  form: Pick<UseFormReturn<ProductsValues>, 'register' | 'setValue'>;
  /** Its place, from 0, of so many. */
  at: number;
  count: number;
  values: ProductValues;
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** One product at a time is the main one. */
function onlyMain(setValue: UseFormReturn<ProductsValues>['setValue'], at: number, count: number) {
  for (let i = 0; i < count; i += 1) if (i !== at) setValue(`products.${i}.isMain`, false);
}

/** One product. */
export function ProductFields({ form: { register, setValue }, at, count, values, onMove, onRemove }: Props) {
  const title = useNamed(values.title);
  const name = title || `product ${at + 1}`;
  return (
    <fieldset className={styles.product}>
      <legend className={styles.legend}>{title || 'New product'}</legend>
      <OrderButtons
        name={name}
        isFirst={at === 0}
        isLast={at === count - 1}
        isKept={count === 1}
        onMove={(by) => onMove(at + by)}
        onRemove={onRemove}
      />
      <div className={styles.fields}>
        <TextField label="Title" autoComplete="off" required maxLength={productLimits.title} {...register(`products.${at}.title`)} />
        <TextField
          label="Id"
          hint="Lower-case letters, digits and hyphens. Past sales keep the id that they had."
          autoComplete="off"
          required
          maxLength={productLimits.sku}
          pattern={PATH_WORD}
          {...register(`products.${at}.sku`, {
            // The address follows the id until somebody writes another.
            onChange: ({ target }: { target: { value: string } }) =>
              values.slug === values.sku && setValue(`products.${at}.slug`, target.value),
          })}
        />
        <SelectField label="Kind" {...register(`products.${at}.kind`)}>
          <option value="paid">Paid</option>
          <option value="free">Free</option>
        </SelectField>
      </div>
      {values.kind === 'paid' && (
        <div className={styles.fields}>
          <TextField
            label="Page address"
            hint={`/products/${values.slug || values.sku || '…'}. Earlier addresses lead to it.`}
            autoComplete="off"
            maxLength={productLimits.sku}
            pattern={PATH_WORD}
            {...register(`products.${at}.slug`)}
          />
          <label className={styles.check}>
            <input type="checkbox" {...register(`products.${at}.isMain`, { onChange: () => onlyMain(setValue, at, count) })} />
            Main product, sold at /premium
          </label>
        </div>
      )}
      {values.kind === 'paid' && <PaidFields register={register} at={at} commission={values.commission} isAtStripe={values.isAtStripe} />}
      {values.kind === 'free' && (
        <TextField
          label="Release source"
          hint="owner/name at the code host. Its newest release is downloaded."
          autoComplete="off"
          maxLength={140}
          {...register(`products.${at}.release`)}
        />
      )}
      <AreaField
        label="Features"
        hint={`One on each line, at most ${productLimits.features}.`}
        rows={5}
        {...register(`products.${at}.features`)}
      />
    </fieldset>
  );
}
