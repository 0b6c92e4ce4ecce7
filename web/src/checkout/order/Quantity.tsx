import { euros } from '@framelift/contracts/rules';
import { useState } from 'react';
import type { ShownProduct } from '../../lib/siteContent.ts';
import { SelectField } from '../../ui/Field.tsx';

/** How many a buyer chose, within what a purchase may have; the smallest at first. */
export const useQuantity = (product: ShownProduct | undefined) => {
  const [chosen, choose] = useState(1);
  const { minQuantity, maxQuantity, asksQuantity } = product ?? { minQuantity: 1, maxQuantity: 1, asksQuantity: false };
  return { quantity: asksQuantity ? Math.min(Math.max(chosen, minQuantity), maxQuantity) : minQuantity, choose };
};

interface Props {
  product: ShownProduct;
  quantity: number;
  onChoose: (quantity: number) => void;
}

/** The quantity of a purchase and what it costs, where the seller lets buyers choose. */
export function Quantity({ product: { minQuantity, maxQuantity, asksQuantity, priceCents }, quantity, onChoose }: Props) {
  if (!asksQuantity || minQuantity === maxQuantity) return null;
  return (
    <SelectField
      label="Quantity"
      hint={`${euros(priceCents * quantity)} in total`}
      value={quantity}
      onChange={(event) => onChoose(Number(event.target.value))}
    >
      {Array.from({ length: maxQuantity - minQuantity + 1 }, (_, i) => (
        <option key={i}>{minQuantity + i}</option>
      ))}
    </SelectField>
  );
}
