import { describe, expect, it } from '@jest/globals';
import { waitFor, within } from '@testing-library/react';
import { openAdminTab } from '../../../../test/support/admin-tab.ts';
import { type AnswerOf, type Answers, closeScreens, onItsWay, refusal } from '../../../../test/support/screen.tsx';
import { entriesIn, part, seen } from '../../../../test/support/seen.ts';

closeScreens();
const list = 'GET /api/admin/affiliates/:id/coupons' as const;
const give = 'POST /api/admin/affiliates/:id/coupons' as const;
const takeBack = 'DELETE /api/admin/affiliates/:id/coupons/:code' as const;
const coupons: AnswerOf<typeof list> = {
  coupons: [
    { code: 'NINA10', discount: 12.5 },
    { code: 'NINA', discount: null },
  ],
};
const done = { success: true } as const;

async function open(answers: Answers = {}) {
  const opened = await openAdminTab('affiliates/a3?tab=codes', { answers: { [list]: coupons, ...answers } });
  await opened.screen.findByText('Codes of nina');
  const card = part('Codes of nina');
  const field = (label: string) => within(card).findByLabelText<HTMLInputElement>(label);
  const press = (name: string) => opened.user.click(within(card).getByRole('button', { name }));
  return { ...opened, card, field, press };
}

describe('the codes of an affiliate', () => {
  it('are the username and what admins gave', async () => {
    const { card, field, sentTo } = await open();
    await field('New code');
    expect(entriesIn(card)).toEqual([
      ['nina', 'The username, always'],
      ['NINA10', '12.5% off at the store', 'Remove'],
      ['NINA', 'No discount', 'Remove'],
    ]);
    expect(sentTo(list).map(({ path }) => path)).toEqual(['/api/admin/affiliates/a3/coupons']);
  });

  it.each([
    ['', null],
    ['7.5', 7.5],
  ])('are given with a discount of "%s", and the form stays for the next one', async (typed, discount) => {
    const { user, field, press, sentTo } = await open({ [give]: () => Response.json(done, { status: 201 }) });
    const code = await field('New code');
    await user.type(code, 'NEW7');
    if (typed) await user.type(await field('Discount (%)'), typed);
    await press('Add code');
    await waitFor(() => expect(code.value).toBe(''));
    expect(sentTo(give).map(({ path, body }) => [path, body])).toEqual([['/api/admin/affiliates/a3/coupons', { code: 'NEW7', discount }]]);
  });

  it.each([
    ['', '10'],
    ['NEW7', '0'],
    ['NEW7', '101'],
  ])('are not sent as "%s" with a discount of %s', async (code, discount) => {
    const { user, field, press, sentTo } = await open();
    if (code) await user.type(await field('New code'), code);
    await user.type(await field('Discount (%)'), discount);
    await press('Add code');
    expect(sentTo(give)).toEqual([]);
  });

  it('keep what was typed where the server refuses', async () => {
    const { user, card, field, press } = await open({ [give]: refusal(409, 'Somebody has this code') });
    await user.type(await field('New code'), 'NEW7');
    await press('Add code');
    expect(seen(await within(card).findByRole('alert'))).toContain('Somebody has this code');
    expect((await field('New code')).value).toBe('NEW7');
  });

  it('are taken back only after a question', async () => {
    const { screen, user, field, press, sentTo } = await open({ [takeBack]: done });
    await field('New code');
    await press('Remove NINA10');
    const question = await screen.findByRole('alertdialog');
    expect(seen(question)).toContain('Buyers can no longer use NINA10. It stays reserved until the attribution window has passed.');
    expect(sentTo(takeBack)).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(sentTo(takeBack).map(({ path }) => path)).toEqual(['/api/admin/affiliates/a3/coupons/NINA10']));
  });

  it('say why one is not taken back', async () => {
    const { screen, user, card, field, press } = await open({ [takeBack]: refusal(502, 'The store does not answer') });
    await field('New code');
    await press('Remove NINA');
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
    expect(seen(await within(card).findByRole('alert'))).toContain('The store does not answer');
  });

  it('say that they load', async () => {
    const { card } = await open({ [list]: onItsWay });
    within(card).getByText('Loading codes...');
  });

  it('say why they did not load, and are asked for again', async () => {
    let refused = true;
    const { card, field, press } = await open({ [list]: () => (refused ? refusal(503, 'Too busy') : coupons) });
    await within(card).findByText('Too busy');
    refused = false;
    await press('Retry');
    await field('New code');
  });
});
