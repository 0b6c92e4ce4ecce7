import { describe, expect, it } from '@jest/globals';
import { cashoutProblem } from './cashoutProblem.ts';

const ask = (amount: string, paymentMethodId = 'p1') => cashoutProblem({ amount, paymentMethodId }, { least: 50, most: 80 });

describe('a cashout request', () => {
  it('may ask for everything from the minimum to the balance', () => {
    expect(ask('50')).toBeNull();
    expect(ask('80')).toBeNull();
  });
  it('needs an amount and a payment method', () => {
    expect(ask('')).toBe('Please fill in all required fields');
    expect(ask('60', '')).toBe('Please fill in all required fields');
  });
  it('is of whole cents', () => {
    for (const amount of ['50.005', '49.999', '80.001', '1e-7']) expect(ask(amount)).toBe('Cashout amount must have at most two decimals');
    expect(ask('50.10')).toBeNull();
  });
  it('needs at least €50', () => expect(ask('49.99')).toBe('Minimum cashout amount is €50'));
  it('needs a balance that covers it', () => expect(ask('80.01')).toBe('Insufficient balance'));
});
