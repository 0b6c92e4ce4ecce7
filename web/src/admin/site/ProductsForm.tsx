import { type Product, productLimits } from '@framelift/contracts/products';
import { Plus } from 'lucide-react';
import { useFieldArray, useForm, useWatch } from 'react-hook-form';
import { Button } from '../../ui/Button.tsx';
import { Actions } from '../../ui/layout/Toolbar.tsx';
import { DraftForm } from './DraftForm.tsx';
import type { SectionFormProps } from './sectionFormProps.ts';
import { ProductFields } from './ProductFields.tsx';
import { emptyProduct, productsIn, type ProductsValues, productValues } from './siteForm.ts';
import { changesOf } from './siteWords.ts';

/** The products, a group of fields each. */
export function ProductsForm({ filledFrom, frame }: SectionFormProps) {
  const { draft, published } = filledFrom;
  const before = (draft?.content ?? published)['products'] as Product[];
  const form = useForm<ProductsValues>({ defaultValues: { products: before.map(productValues), note: draft?.note ?? '' } });
  const { fields, append, remove, move } = useFieldArray({ control: form.control, name: 'products' });
  const values = useWatch({ control: form.control }) as ProductsValues;
  const products = productsIn(values, before);
  return (
    <DraftForm
      title="Products"
      content={{ products }}
      changes={changesOf('products', published, { products })}
      frame={frame}
      note={form.register('note')}
      filledFrom={filledFrom}
      readContent={() => ({ products })}
      readNote={() => values.note}
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
    </DraftForm>
  );
}
