import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, waitFor, within } from '@testing-library/react';
import { openAdminTab } from '../../../../test/support/admin-tab.ts';
import { preview, programme, rates } from '../../../../test/support/golden/programme.ts';
import { type Answers, closeScreens, onItsWay, refusal } from '../../../../test/support/screen.tsx';
import { fieldsIn, part, rowsOf, seen } from '../../../../test/support/seen.ts';

closeScreens();
const call = 'GET /api/admin/terms' as const;
const look = 'POST /api/admin/terms/preview' as const;
const set = 'PUT /api/admin/terms' as const;

async function open(answers: Answers = {}, fakeClock = false) {
  const opened = await openAdminTab('programme', {
    answers: { [call]: programme, 'GET /api/admin/currency-rates': rates, [look]: preview, ...answers },
    fakeClock,
  });
  const { screen, user } = opened;
  await user.click(await screen.findByRole('button', { name: 'Change terms' }));
  const form = within(part('Change terms'));
  const fill = (label: string, value: string, i = 0) => fireEvent.change(form.getAllByLabelText(label)[i]!, { target: { value } });
  const press = (name: string) => user.click(form.getByRole('button', { name }));
  const showPreview = async () => {
    await press('Preview');
    await form.findByText('The last 12 months with these terms');
  };
  const apply = async () => {
    await press('Apply changes');
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Apply changes' }));
  };
  const names = () => form.getAllByLabelText<HTMLInputElement>('Name').map(({ value }) => value);
  return { ...opened, form, fill, press, apply, showPreview, names };
}
const { terms } = programme;

describe('the form of the terms', () => {
  it('begins with the terms in force, at the name of the first tier', async () => {
    const { form } = await open();
    const tiers = [1, 2, 3].map((n) => fieldsIn(form.getByLabelText(`Tier ${n}`)));
    expect(tiers).toEqual([
      { Name: 'Bronze', 'From net sales': '0', 'Rate (%)': '20' },
      { Name: 'Silver', 'From net sales': '30', 'Rate (%)': '27' },
      { Name: 'Star', 'From net sales': '1300', 'Rate (%)': '55' },
    ]);
    const rules = form.getByText('Rules', { selector: 'legend' }).closest('fieldset')!;
    expect(fieldsIn(rules)).toEqual({
      'Default rate (%)': '10.5',
      'Minimum cashout (€)': '75.5',
      'Second approval from (€)': '500',
      'Second approval per day from (€)': '2000',
      'Second approval per affiliate from (€)': '350',
      'Wait after new payment details (days)': '5',
      'Self-billing invoices': '',
      'Your VAT number': '',
      'Your tax rate (%)': '0',
      'Holding period (days)': '14',
      'Attribution window (days)': '60',
      Attribution: 'last',
      'Own purchases': 'refused',
      'Other currencies': 'credited',
      Receipts: 'allowed',
      'Version of the policies': '1',
      PayPal: 'paypal',
      Solana: 'solana',
      'Bank account': 'bank',
    });
    expect(document.activeElement).toBe(form.getAllByLabelText('Name')[0]);
  });

  it('sends every term, to be previewed and then to be set', async () => {
    const { screen, user, form, fill, apply, showPreview, sentTo } = await open({ [set]: { success: true, pendingFourEyes: false } });
    fill('Name', ' Starter ');
    fill('From net sales', '40', 1);
    fill('Rate (%)', '60.25', 2);
    fill('Default rate (%)', '12');
    fill('Minimum cashout (€)', '80.5');
    fill('Second approval from (€)', '');
    fill('Holding period (days)', '7');
    fill('Attribution window (days)', '45');
    fill('Version of the policies', '2');
    await user.selectOptions(form.getByLabelText('Attribution'), 'First click');
    for (const [label, text] of [
      ['Second approval per day from (€)', '2500'],
      ['Second approval per affiliate from (€)', ''],
      ['Wait after new payment details (days)', '6'],
      ['Self-billing invoices', 'AT'],
      ['Your VAT number', ' ATU13585627 '],
      ['Your tax rate (%)', '20'],
    ] as const)
      fireEvent.change(form.getByLabelText(label), { target: { value: text } });
    await user.selectOptions(form.getByLabelText('Own purchases'), 'Credited');
    await user.selectOptions(form.getByLabelText('Other currencies'), 'Not credited');
    await user.selectOptions(form.getByLabelText('Receipts'), 'Off');
    await user.click(form.getByLabelText('PayPal'));
    await showPreview();
    await apply();
    await screen.findByText('Terms set successfully!');
    const [bronze, silver, star] = terms.tiers;
    const body = {
      tiers: [
        { ...bronze, name: 'Starter' },
        { ...silver, threshold: 40 },
        { ...star, rate: 60.25 },
      ],
      defaultRate: 12,
      minimumCashout: 80.5,
      fourEyes: null,
      fourEyesPerDay: 2_500,
      fourEyesPerAffiliate: null,
      detailsWaitDays: 6,
      selfBilling: { country: 'AT', vatNumber: 'ATU13585627', rate: 20 },
      receipts: 'off',
      holdDays: 7,
      windowDays: 45,
      attribution: 'first',
      ownPurchases: 'credited',
      foreignCurrency: 'refused',
      paymentTypes: ['solana'],
      textsVersion: '2',
    };
    expect([...sentTo(look), ...sentTo(set)].map((one) => one.body)).toEqual([body, { ...body, editBase: 1042 }]);
    await waitFor(() => expect(screen.queryByText('Change terms', { selector: 'h2' })).toBeNull());
  });

  it('says that another admin has to agree to another limit', async () => {
    const { screen, showPreview, apply } = await open({ [set]: { success: true, pendingFourEyes: true } });
    await showPreview();
    await apply();
    await screen.findByText('Another admin must approve the new limit.');
  });

  it('adds a tier, sorts it in, and removes one', async () => {
    const { form, fill, press, showPreview, names, sentTo } = await open();
    await press('Add a tier');
    fill('Name', 'Comet', 3);
    fill('From net sales', '100', 3);
    fill('Rate (%)', '28', 3);
    await showPreview();
    expect(names()).toEqual(['Bronze', 'Silver', 'Comet', 'Star']);
    expect(sentTo(look)[0]!.body).toMatchObject({ tiers: [{}, {}, { name: 'Comet', rate: 28, threshold: 100 }, {}] });
    await press('Remove tier 2');
    expect(names()).toEqual(['Bronze', 'Comet', 'Star']);
    // A preview is of the tiers that were there.
    expect(form.queryByText('Apply changes')).toBeNull();
    for (const _ of [1, 2]) await press('Remove tier 1');
    expect(form.getByRole<HTMLButtonElement>('button', { name: 'Remove tier 1' }).disabled).toBe(true);
  });

  it('says what is wrong with the terms, and asks for no preview', async () => {
    const { user, form, fill, press, sentTo } = await open();
    fill('Name', 'bronze', 1);
    await press('Preview');
    await form.findByText('Each tier needs a different name');
    fill('Name', 'Silver', 1);
    fill('From net sales', '1');
    await press('Preview');
    await form.findByText('The first tier begins at 0 sales');
    fill('From net sales', '0');
    expect(form.queryByRole('alert')).toBeNull();
    for (const type of ['PayPal', 'Solana']) await user.click(form.getByLabelText(type));
    await press('Preview');
    await form.findByText('Please offer at least one payment type');
    expect(sentTo(look)).toEqual([]);
  });

  it.each(['Default rate (%)', 'Minimum cashout (€)', 'Holding period (days)', 'Attribution window (days)', 'Version of the policies'])(
    'asks for no preview without: %s',
    async (label) => {
      const { fill, press, sentTo } = await open();
      fill(label, '');
      await press('Preview');
      expect(sentTo(look)).toEqual([]);
    },
  );

  it('is closed by Cancel', async () => {
    const { screen, press } = await open();
    await press('Cancel');
    expect(screen.queryByText('Change terms', { selector: 'h2' })).toBeNull();
  });
});

describe('what the form changes', () => {
  it('is said while it is typed, with its effect once that is known, and repeated before it applies', async () => {
    const { screen, user, form, fill, press, showPreview, sentTo } = await open({ [set]: { success: true, pendingFourEyes: false } });
    form.getByText('No changes yet');
    fill('Rate (%)', '', 1);
    form.getByText('No changes yet');
    fill('Rate (%)', '22', 1);
    form.getByText('Silver: 27% → 22%');
    fill('Holding period (days)', '7');
    form.getByText('Silver: 27% → 22% and 1 more change');
    await showPreview();
    form.getByText('Silver: 27% → 22% and 1 more change: 2 affiliates would have earned €140.40 (20.3%) more');
    await press('Apply changes');
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain(
      'Silver: 27% → 22%Holding period: 14 days → 7 daysIn the last 12 months, 2 affiliates would have earned €140.40 (20.3%) more.',
    );
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(sentTo(set)).toEqual([]);
  });
});

describe('a preview', () => {
  it('shows the sums, and each affiliate with another sum', async () => {
    const { screen, showPreview } = await open();
    await showPreview();
    const section = screen.getByLabelText('Preview');
    expect(document.activeElement).toBe(section);
    expect(seen(section.querySelector('dl')!)).toEqual(['Earned', '€690.10', 'With these terms', '€830.50', 'Difference', '+€140.40']);
    expect(rowsOf('Difference per affiliate')).toEqual([
      ['Affiliate', 'Earned', 'With these terms', 'Difference'],
      ['nina', '€600.00', '€750.50', '+€150.50'],
      ['omar', '€90.10', '€80.00', '−€10.10'],
    ]);
    expect(seen(section)).toContain(
      'Past earnings don’t change: new terms apply from now on. Attribution window, holding period and minimum cashout are not part of this comparison.',
    );
  });

  it('without a difference says so', async () => {
    const { screen, showPreview } = await open({ [look]: { affiliates: [], total: { beforeCents: 1, afterCents: 1 } } });
    await showPreview();
    screen.getByText('No affiliate would have earned more or less.');
  });

  it('of many affiliates shows the 50 largest differences', async () => {
    const affiliates = Array.from({ length: 1_253 }, (_, i) => ({
      id: `a${i}`,
      username: `user${i}`,
      beforeCents: 0,
      afterCents: 2_000 - i,
    }));
    const { screen, showPreview } = await open({ [look]: { ...preview, affiliates } });
    await showPreview();
    expect(rowsOf('Difference per affiliate')).toHaveLength(51);
    screen.getByText('And 1,203 more with smaller differences.');
  });

  it('is gone once something else is typed', async () => {
    const { form, fill, showPreview } = await open();
    await showPreview();
    fill('Holding period (days)', '1');
    expect(form.queryByRole('button', { name: 'Apply changes' })).toBeNull();
  });

  it('that takes long shows how far it is', async () => {
    jest.useFakeTimers();
    const { screen, press, pass } = await open({ [look]: onItsWay, 'GET /api/admin/terms/preview': { done: 41 } }, true);
    await press('Preview');
    await pass(1);
    await pass(1_900);
    expect(screen.queryByLabelText('Progress of the preview')).toBeNull();
    await pass(200);
    await pass(1_000);
    expect(screen.getByLabelText<HTMLProgressElement>('Progress of the preview').value).toBe(41);
  });

  it('that fails says why', async () => {
    const { form, press } = await open({ [look]: refusal(503, 'Too busy') });
    await press('Preview');
    await form.findByText('Too busy');
  });
});

describe('terms that were set meanwhile', () => {
  it('are said while the form is open; what was typed stays, until it starts again from them', async () => {
    let now = programme;
    const answers: Answers = { [call]: () => now, [set]: refusal(409, 'Someone changed the terms meanwhile') };
    const { live, form, fill, press, apply, showPreview, names } = await open(answers);
    fill('Name', 'Starter');
    now = { ...programme, position: 1_060, terms: { ...terms, tiers: [{ ...terms.tiers[0]!, name: 'Beginner' }] } };
    await waitFor(() => expect(live.connections).toBe(1));
    live.tell({ position: 2, events: ['ProgrammeTermsSet'] });
    await form.findByText('The terms were changed while this form was open, so these cannot be saved.');
    await showPreview();
    await apply();
    await form.findByText('Someone changed the terms meanwhile');
    expect(names()[0]).toBe('Starter');
    await press('Start over from the current terms');
    expect(
      within(part('Change terms'))
        .getAllByLabelText<HTMLInputElement>('Name')
        .map(({ value }) => value),
    ).toEqual(['Beginner']);
  });
});
