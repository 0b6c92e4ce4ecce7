import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent } from '@testing-library/react';
import { type Answers, closeScreens, openScreen } from '../../../../test/support/screen.tsx';
import { seen } from '../../../../test/support/seen.ts';
import { useCoupon } from './coupon.ts';
import { CouponField } from './CouponField.tsx';

closeScreens();
const call = 'GET /api/store/coupon' as const;
function Field() {
  const { code, setCode, said: found } = useCoupon();
  return <CouponField code={code} onType={setCode} coupon={found} priceCents={29_99} />;
}
const open = (answer: Answers[typeof call], address = '/premium') => {
  jest.useFakeTimers();
  const opened = openScreen(address, Field, { answers: { [call]: answer }, fakeClock: true });
  const field = opened.screen.getByLabelText<HTMLInputElement>('Creator code (optional)');
  const type = (code: string) => fireEvent.change(field, { target: { value: code } });
  const status = () => seen(opened.screen.getByRole('status'));
  const codes = () => opened.sentTo(call).map(({ query }) => query['code']);
  return { ...opened, field, type, told: status, codes };
};
const nina = { supporting: 'nina', discount: 10, problem: null };

describe('a creator code', () => {
  it('is asked about once it was typed, and says whom it supports and what is paid then', async () => {
    const { type, told: status, codes, pass } = open(nina);
    for (const code of ['n', 'ni', 'nin', 'NINA10 ']) type(code);
    await pass(399);
    expect(codes()).toEqual([]);
    await pass(1);
    expect([codes(), status()]).toEqual([['NINA10'], ['Supporting nina · 10% off: you pay €26.99']]);
  });

  it('says whom it supports without a discount', async () => {
    const { type, told: status, pass } = open({ ...nina, discount: null });
    type('nina');
    await pass(500);
    expect(status()).toEqual(['Supporting nina']);
  });

  it('says why it does nothing, until something else is typed', async () => {
    const { type, told: status, pass, screen } = open({ supporting: null, discount: null, problem: 'There is no such code.' });
    type('nobody');
    await pass(500);
    expect([status(), screen.getByText('There is no such code.').className]).toEqual([['There is no such code.'], 'problem']);
    type('nobody2');
    expect(status()).toEqual([]);
  });

  it('that is markup is shown as text', async () => {
    const { field, pass } = open({ supporting: null, discount: null, problem: '<img src=x>' }, '/premium?coupon=%3Cimg%20src%3Dx%3E');
    await pass(500);
    expect([field.value, document.querySelector('[src=x]')]).toEqual(['<img src=x>', null]);
  });

  it('is that of the address at first', async () => {
    const { field, codes, told: status, pass } = open(nina, '/premium?coupon=NINA10');
    await pass(500);
    expect([field.value, codes(), status()[0]]).toEqual(['NINA10', ['NINA10'], 'Supporting nina · 10% off: you pay €26.99']);
  });

  it('is not asked about while it is too short, and says nothing where the server cannot be asked', async () => {
    const { type, told: status, codes, pass } = open(new Response('', { status: 502 }));
    type('ni');
    await pass(1_000);
    expect(codes()).toEqual([]);
    type('nina');
    await pass(1_000);
    expect([codes(), status()]).toEqual([['nina'], []]);
  });
});
