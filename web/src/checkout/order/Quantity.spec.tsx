import { expect, it } from '@jest/globals';
import { premium } from '@framelift/contracts/content/products';
import { closeScreens, openScreen } from '../../../../test/support/screen.tsx';
import { Quantity, useQuantity } from './Quantity.tsx';

closeScreens();

const open = (limits: { minQuantity: number; maxQuantity: number; asksQuantity?: boolean }) => {
  const product = { ...premium, asksQuantity: true, ...limits };
  function Chosen() {
    const { quantity, choose } = useQuantity(product);
    return (
      <>
        <Quantity product={product} quantity={quantity} onChoose={choose} />
        <p>{`orders ${quantity}`}</p>
      </>
    );
  }
  return openScreen('/premium', Chosen, { answers: {} });
};

it('a buyer chooses a quantity within the limits, and sees what it costs', async () => {
  const { screen, user } = open({ minQuantity: 2, maxQuantity: 4 });
  const field = screen.getByLabelText<HTMLSelectElement>('Quantity');
  expect([...field.options].map(({ value }) => value)).toEqual(['2', '3', '4']);
  screen.getByText('orders 2');
  screen.getByText('€59.98 in total');
  await user.selectOptions(field, '3');
  screen.getByText('orders 3');
  screen.getByText('€89.97 in total');
});

it('the smallest is sold where buyers do not choose', () => {
  const { screen } = open({ minQuantity: 2, maxQuantity: 4, asksQuantity: false });
  expect(screen.queryByLabelText('Quantity')).toBeNull();
  screen.getByText('orders 2');
});

it('nothing is asked where there is no choice', () => {
  const { screen } = open({ minQuantity: 3, maxQuantity: 3 });
  expect(screen.queryByLabelText('Quantity')).toBeNull();
  screen.getByText('orders 3');
});
