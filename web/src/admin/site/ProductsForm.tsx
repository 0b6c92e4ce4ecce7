import { type Product, productLimits, productsProblem } from '@framelift/contracts/products';
import { siteLimits } from '@framelift/contracts/site';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useFieldArray, useForm, useWatch } from 'react-hook-form';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Actions } from '../../ui/layout/Toolbar.tsx';
import { DraftForm } from './DraftForm.tsx';
import { ProductFields } from './ProductFields.tsx';
import type { SectionView } from './siteApi.ts';
import { emptyProduct, productsBody, productsIn, type ProductsValues, productValues } from './siteForm.ts';
import { changesOf } from './siteWords.ts';

/** The products, a group of fields each. */
export function ProductsForm({ view, onClose }: { view: SectionView; onClose: () => void }) {
  const [filledFrom, setFilledFrom] = useState(view);
  return (
    <Filled key={formKey(filledFrom)} view={view} filledFrom={filledFrom} onStartAgain={() => setFilledFrom(view)} onClose={onClose} />
  );
}

/** What a form is filled from: another published content or draft makes another. */
export const formKey = ({ position, draft }: SectionView): string => `${position} ${draft?.savedAt ?? ''}`;

interface Props {
  view: SectionView;
  filledFrom: SectionView;
  onStartAgain: () => void;
  onClose: () => void;
}

function Filled({ view, filledFrom, onStartAgain, onClose }: Props) {
  const { draft, published } = filledFrom;
  const before = (draft?.content ?? published)['products'] as Product[];
  const form = useForm<ProductsValues>({ defaultValues: { products: before.map(productValues), note: draft?.note ?? '' } });
  const { fields, append, remove, move } = useFieldArray({ control: form.control, name: 'products' });
  const values = useWatch({ control: form.control }) as ProductsValues;
  const products = productsIn(values, before);
  const draftOf = { note: values.note, draftSavedAt: draft?.savedAt ?? null };
  return (
    <DraftForm
      title="Products"
      changes={changesOf('products', published, { products })}
      isOutdated={formKey(view) !== formKey(filledFrom)}
      position={filledFrom.position}
      onStartAgain={onStartAgain}
      onClose={onClose}
      onCheck={() => productsProblem(products)}
      draft={{ section: 'products', body: productsBody(products, draftOf) }}
      handleSubmit={form.handleSubmit}
    >
      {fields.map((field, i) => (
        <ProductFields
          key={field.id}
          form={form}
          at={i}
          values={values.products[i] ?? emptyProduct}
          count={fields.length}
          onMove={(to) => move(i, to)}
          onRemove={() => remove(i)}
        />
      ))}
      <Actions>
        <Button size="small" disabled={fields.length === productLimits.products} onClick={() => append(emptyProduct)}>
          <Plus aria-hidden />
          Add a product
        </Button>
      </Actions>
      <TextField
        label="Note"
        hint="Admins see it in the history."
        autoComplete="off"
        maxLength={siteLimits.note}
        {...form.register('note')}
      />
    </DraftForm>
  );
}
